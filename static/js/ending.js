// What the check of the stands and the reveal need.
import "./left.js";
import "./stands.js";
