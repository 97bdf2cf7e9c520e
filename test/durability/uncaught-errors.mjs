// `--import` of a service: SIGUSR2 throws an error that no code catches, SIGWINCH rejects a promise that no code awaits.
process.on('SIGUSR2', () => {
  throw new Error('An error of a test.');
});
process.on('SIGWINCH', () => {
  void Promise.reject(new Error('A rejection of a test.'));
});
