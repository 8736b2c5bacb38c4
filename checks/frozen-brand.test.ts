import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';

/** Tests, and files that are programs: they do something when they load. */
const isProgram = /\.test\.tsx?$|\/testing\/|full-disk|entry\.(client|server)|worker/;

function listModules(): string[] {
	const files = execFileSync('git', ['ls-files', 'contract/*.ts', 'text/*.ts', 'server/*.ts', 'web/*.ts', 'web/*.tsx']);
	return `${files}`.split('\n').filter((path) => path !== '' && !isProgram.test(path));
}

test('no module reads the name of the market while it loads', { timeout: 240_000 }, async () => {
	// Other tests have loaded some of the modules.
	vi.resetModules();
	const { brand } = await import('../contract/market-settings/brand.ts');
	const reads = new Set<string>();
	for (const [name, value] of Object.entries(brand)) {
		Object.defineProperty(brand, name, {
			get() {
				reads.add(`${name} ${new Error().stack?.split('\n')[2]?.trim()}`);
				return value;
			},
		});
	}
	try {
		const modules = listModules();
		expect(modules.length).toBeGreaterThan(600);
		for (const path of modules) await import(/* @vite-ignore */ `../${path}`);
		expect([...reads], 'Read the value in a function').toEqual([]);
		expect(`${brand.name} ${brand.slug}`).not.toBe('');
		expect(reads.size).toBe(2);
	} finally {
		vi.resetModules();
	}
});
