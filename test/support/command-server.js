// Runs commands of content-service for `CommandProcess` without loading the modules for each of them.
import { Readable, Writable } from 'node:stream';
import '../../apps/content-service/bin/build-checkout.js';

const { runCommandLine } = await import('../../apps/content-service/dist/start/cli/run-command-line.js');

process.on('message', ({ id, args, variables }) => {
  const output = [];
  const errors = [];
  runCommandLine(args, {
    variables: () => variables,
    input: Readable.from([]),
    output: collector(output),
    errors: collector(errors),
  }).then((code) => process.send({ id, code, output: output.join(''), errors: errors.join('') }));
});

function collector(texts) {
  return new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
}
