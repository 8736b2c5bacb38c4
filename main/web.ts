// React chooses its build when it is first imported, so this comes before every import.
process.env.NODE_ENV = 'production';
const [{ loadBuiltPages }, { startServer }] = await Promise.all([import('./pages.ts'), import('./run.ts')]);

await startServer(loadBuiltPages);
