import { createReadStream, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** The viewer, served. */
export interface Served {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Nothing is loaded from elsewhere, and nothing sent. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the panel over one recording, on the loopback address alone. A page of another site cannot read it: it is answered only
 * under its own name, and says nothing to other origins.
 *
 * @param folder the built viewer
 * @param recording the file's bytes
 */
export async function serve(folder: string, name: string, recording: Uint8Array): Promise<Served> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`The viewer is missing: expected it in ${folder}`);
  const head = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  const refuse = (response: ServerResponse, status: number): void => void response.writeHead(status, head).end();
  let host = '';
  const server = createServer((request, response) => {
    // A name that resolves to this machine without being it (DNS rebinding).
    if (request.headers.host !== host) return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/recording') {
      const about = { 'content-type': 'application/octet-stream', 'x-recording-name': encodeURIComponent(name) };
      response.writeHead(200, { ...head, ...about }).end(recording);
      return;
    }
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    const type = TYPES[extname(file)];
    if (type === undefined || !file.startsWith(folder + sep) || !existsSync(file)) return refuse(response, 404);
    response.writeHead(200, { ...head, 'content-type': type, 'content-security-policy': POLICY });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('Expected the server to have a port');
  host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
