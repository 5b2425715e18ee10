// Follows the run of this page while it trains: its learning curve is drawn again after each epoch.

const wait = 2000; // milliseconds between two looks
const curve = 'figure[data-figure="learning_curve"]';
let drawn = -1;

// place is the figure of the learning curve, above all others where the page has none yet.
function place() {
  let figure = find(curve);
  if (!figure) {
    figure = document.createElement("figure");
    figure.dataset.figure = "learning_curve";
    find("#history").after(figure);
  }
  return figure;
}

// look draws the history if the run went on since. A page that comes with a curve shows that first.
async function look() {
  const answer = await fetch("history.json");
  const history = answer.ok ? await answer.json() : undefined;
  if (history && history.epochs !== drawn) {
    find("#history").textContent = history.says;
    if (history.epochs > 1 && (drawn >= 0 || !find(curve))) {
      drawFigure(place(), history);
    }
    drawn = history.epochs;
  }
}

setInterval(() => document.hidden || look().catch(() => {}), wait); // a page outlives its program
await look();
