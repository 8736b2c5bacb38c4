// React chooses its build when it is first imported, so this comes before every import.
process.env.NODE_ENV = 'production';
const [{ builtPages }, { run }] = await Promise.all([import('./pages.ts'), import('./run.ts')]);

await run(builtPages);
