import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointAddresses } from '../contract/core/addresses.ts';
import type { Endpoint } from '../contract/core/endpoint.ts';
import { endpoints } from '../contract/core/endpoints.ts';

const contract = join(import.meta.dirname, '../contract');

function isEndpoint(exported: unknown): exported is Endpoint {
	return typeof exported === 'object' && exported !== null && 'summary' in exported && 'responses' in exported;
}

test('the contract declares every operation once and exports it under its name', async () => {
	const files = (await readdir(contract, { recursive: true })).filter(
		(file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
	);
	const modules: object[] = await Promise.all(files.map((file) => import(join(contract, file))));
	const declared = modules.flatMap((module) =>
		Object.entries(module).flatMap(([name, exported]) => (isEndpoint(exported) ? [{ name, exported }] : [])),
	);
	expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(endpointAddresses).sort());
	for (const { name, exported } of declared) {
		expect(exported.name).toBe(name);
		expect(endpoints[exported.name] === exported, `contract/core/endpoints.ts lists the file of ${name}`).toBe(true);
	}
});
