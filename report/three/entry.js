// The parts of three.js that pages use: scripts/vendor-three.sh bundles it.
export {
  AmbientLight, BoxGeometry, BufferGeometry, CylinderGeometry, DirectionalLight, EdgesGeometry, Group, LineBasicMaterial, LineSegments,
  Mesh, MeshLambertMaterial, OctahedronGeometry, OrthographicCamera, Scene, SphereGeometry, Spherical, TetrahedronGeometry,
  TorusGeometry, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
