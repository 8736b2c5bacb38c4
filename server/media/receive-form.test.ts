import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { receiveForm } from './receive-form.ts';

/** Sends a form with the given fields to `receiveForm`, and returns whether a probe of its file was created. */
async function isProbed(form: FormData): Promise<boolean> {
	const staging = await mkdtemp(join(tmpdir(), 'kasuwa-form-'));
	onTestFinished(() => rm(staging, { recursive: true }));
	const probe = { grow: vi.fn(), finish: async () => null, cancel: vi.fn() };
	const createEarlyProbe = vi.fn(() => probe);
	const app = fastify();
	await app.register(multipart);
	const checkEarly = async ({ permission }: Record<string, string>) => (permission === 'granted' ? {} : null);
	app.post('/', (request) =>
		receiveForm(
			request,
			{ getKind: () => 'video', staging, checkEarly, check: async () => ({}), createEarlyProbe },
			async (_, { bytes }) => ({ bytes }),
		),
	);
	const body = new Response(form);
	const response = await app.inject({
		method: 'POST',
		url: '/',
		headers: { 'content-type': body.headers.get('content-type') ?? '' },
		payload: Buffer.from(await body.arrayBuffer()),
	});
	expect(response.json()).toEqual({ bytes: 4 });
	expect(await readdir(staging)).toEqual([]);
	expect(probe.cancel).toHaveBeenCalledTimes(createEarlyProbe.mock.calls.length);
	return createEarlyProbe.mock.calls.length > 0;
}

test('probes a video while it is received only if the fields before it were accepted', async () => {
	const permissionFirst = new FormData();
	permissionFirst.set('permission', 'granted');
	permissionFirst.set('file', new File(['film'], 'film.mp4'));
	expect(await isProbed(permissionFirst)).toBe(true);

	const fileFirst = new FormData();
	fileFirst.set('file', new File(['film'], 'film.mp4'));
	fileFirst.set('permission', 'granted');
	expect(await isProbed(fileFirst)).toBe(false);
});
