import { readEnvironment } from './environment.mjs';

// The launcher and the migrations ask here, so that what is read of the environment stands in one place.
// The argument is one of the programs that the reading knows: whoever passes it names it by that type.
const program = /** @type {import('./environment.mjs').Program} */ (process.argv[2]);
process.stdout.write(JSON.stringify(readEnvironment(program, process.env)));
