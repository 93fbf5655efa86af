import { createServer } from 'node:http';

/** Answers every request with a constant of the given size. No server in Node is faster. */
const constant = Buffer.alloc(Number(process.argv[2]), 'x');
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': constant.byteLength,
  });
  response.end(constant);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address?.port}` });
});
