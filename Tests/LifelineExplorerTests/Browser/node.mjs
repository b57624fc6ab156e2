// Compares the page's script with expected runs, in Node.
//
// usage: node node.mjs SCRIPT RUNS...
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [script, ...files] = process.argv.slice(2);
// Without a document, the script only declares.
const context = vm.createContext({});
vm.runInContext(readFileSync(script, "utf8"), context, { filename: script });
vm.runInContext(readFileSync(new URL("runs.js", import.meta.url), "utf8"), context, { filename: "runs.js" });
let count = 0;
for (const file of files) {
  const compare = vm.runInContext("differencesFromRuns", context);
  const differences = compare(vm.runInContext(`(${readFileSync(file, "utf8")})`, context));
  for (const difference of differences.slice(0, 5)) console.log(`${file}: ${difference}`);
  count += differences.length;
}
console.log(`${files.length} machines, ${count} differences`);
process.exit(count === 0 && files.length > 0 ? 0 : 1);
