// Draws the diagrams among the blocks of code, where mermaid is there to do it.
if (window.mermaid) {
  mermaid.initialize({ startOnLoad: false, maxTextSize: 1e6, maxEdges: 1e4 });
  mermaid.run({ querySelector: "code.language-mermaid" });
}
