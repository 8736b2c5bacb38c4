import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProblemCode, problemCodes } from '../../contract/core/problem.ts';
import { DomainError } from '../core/domain-error.ts';
import { handleError, statusByCode } from './problems.ts';

let app: FastifyInstance;

beforeAll(async () => {
	app = fastify().setErrorHandler(handleError);
	for (const [url, config] of [
		['/plain/:code', {}],
		['/cloudinary/:code', { cloudinaryErrors: true }],
	] as const) {
		app.get<{ Params: { code: ProblemCode } }>(url, { config }, ({ params }) => {
			throw new DomainError(params.code, 'Try another file.');
		});
	}
});
afterAll(() => app.close());

const cloudinaryStatuses: Record<ProblemCode, number> = {
	malformed: 400,
	unauthenticated: 401,
	forbidden: 401,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 400,
	too_large: 400,
	unsupported_type: 400,
	invalid: 400,
	too_many: 429,
	unavailable: 429,
	disk_full: 429,
	internal: 500,
	not_implemented: 501,
};

test.each(problemCodes)('sends %s to each client with a status that it reads', async (code) => {
	const send = (url: string, userAgent: string) => app.inject({ url, headers: { 'user-agent': userAgent } });
	for (const userAgent of ['CloudinaryNode/2.11.0 (Node 24.21.0)', 'Plugin/1.0 (a) CloudinaryRuby/2.3 (b)']) {
		const response = await send(`/cloudinary/${code}`, userAgent);
		expect(response.statusCode).toBe(cloudinaryStatuses[code]);
		expect(response.json()).toMatchObject({ error: { message: 'Try another file.' } });
		expect(statusByCode[response.json().code as ProblemCode]).toBe(response.statusCode);
		expect(response.headers['retry-after']).toEqual({ unavailable: '5', disk_full: '60' }[code as string]);
		expect((await send(`/plain/${code}`, userAgent)).statusCode).toBe(statusByCode[code]);
	}
	for (const userAgent of ['Mozilla/5.0 (Linux; Android 10; K)', 'NotCloudinary/1', '']) {
		const response = await send(`/cloudinary/${code}`, userAgent);
		expect(response.statusCode).toBe(statusByCode[code]);
		expect(response.json()).toMatchObject({ code, error: { message: 'Try another file.' } });
	}
});
