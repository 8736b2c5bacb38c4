import './compile-cache.mjs';

// React chooses between its development and production builds on first import, so NODE_ENV must be set before any import of it. The imports
// are dynamic, so that the compile cache covers them.
process.env.NODE_ENV = 'production';
const [{ loadBuiltPages }, { startServer }] = await Promise.all([import('./pages.ts'), import('./run.ts')]);

await startServer(loadBuiltPages);
