import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Metrics } from '../core/metrics.ts';
import { measureRequests } from './hooks.ts';

test('counts a response under its route, or under the shared label of many routes', async () => {
	const counted: string[] = [];
	const createRouteRecorder = (route: string) => (status: number) => void counted.push(`${route} ${status}`);
	const app = Fastify();
	measureRequests(app, { createRouteRecorder } as Partial<Metrics> as Metrics);
	app.get('/things/:id', async () => 'a thing');
	await app.register(async (files) => {
		files.addHook('onRoute', (route) => {
			route.config = { ...route.config, routeLabel: 'files' };
		});
		for (const name of ['a-BPk_1.js', 'b-Qb0r2.js']) files.get(`/assets/${name}`, async () => name);
	});
	for (const url of ['/things/7', '/assets/a-BPk_1.js', '/assets/b-Qb0r2.js', '/assets/c.js'])
		await app.inject({ url });
	expect(counted).toEqual(['GET /things/:id 200', 'files 200', 'files 200']);
	await app.close();
});
