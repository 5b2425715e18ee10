// The parts of three.js that pages use: scripts/vendor-three.sh bundles it.
export {
  AmbientLight, BoxGeometry, BufferGeometry, CylinderGeometry, DirectionalLight, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments,
  Matrix4, Mesh, MeshLambertMaterial, OctahedronGeometry, OrthographicCamera, Scene, SphereGeometry, Spherical, TetrahedronGeometry,
  TorusGeometry, Quaternion, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
export { OBJLoader } from "three/addons/loaders/OBJLoader.js";
export { STLLoader } from "three/addons/loaders/STLLoader.js";
