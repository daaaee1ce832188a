// A solc for forge: answers --version and --standard-json with one of the
// compilers of tools/solc. Usage: node solc-shim.js <version> [solc's own arguments]
"use strict";
const path = require("path");
const modules = path.join(__dirname, "..", "solc", "node_modules");
const [version, ...args] = process.argv.slice(2);
const wrapper = require(path.join(modules, "solc", "wrapper"));
const solc = wrapper(require(path.join(modules, "solc-" + version, "soljson.js")));
process.removeAllListeners("uncaughtException");
process.removeAllListeners("unhandledRejection");
if (args.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface\nVersion: " + solc.version().replace(/\.Emscripten\.clang$/, ".Linux.g++"));
} else if (args.includes("--standard-json")) {
  process.stdout.write(solc.compile(require("fs").readFileSync(0, "utf8")));
} else {
  console.error("this solc answers --version and --standard-json only");
  process.exit(1);
}
