import { request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpointAddresses } from '../contract/core/addresses.ts';
import type { Engine } from '../server/database/index.ts';
import { startOpenIdProvider } from '../server/testing/openid-provider.ts';
import { startPaystackServer } from '../server/testing/paystack-server.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../server/testing/people.ts';
import { startPushService } from '../server/testing/push-service.ts';
import { seedAd } from '../server/testing/seed-ads.ts';
import { seedPost } from '../server/testing/seed-posts.ts';
import { listServedRoutes } from '../server/testing/served-routes.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import { createFuzzRequestArbitrary, type FuzzRequest } from './support/fuzz-requests.ts';
import { describeOnSelectedEngines, getRoundCount } from './support/run-length.ts';

const requests = getRoundCount({ short: 160, long: 10_000 });
const concurrency = 8;
/** Seed of the random requests. `npm test` uses a fixed seed, so that failures point to the change; long runs use a new one each time. */
const seed = Number(process.env.FUZZ_SEED ?? getRoundCount({ short: 12, long: Date.now() % 2 ** 31 }));
/** Statuses of temporary errors, which the server may return. Any other 5xx status is a bug. */
const allowedErrors = [503, 507];
/** Milliseconds until a request counts as unanswered. */
const timeout = 60_000;

/** Sends a request. Returns the status, or null if the server closed the connection because it could not read the request. */
function send(address: string, { method, path, headers, body }: FuzzRequest, token: string | undefined) {
	return new Promise<number | null>((resolve, reject) => {
		const sent = request(
			address,
			{
				method,
				path,
				headers: {
					...(token !== undefined && { authorization: `Bearer ${token}` }),
					...(body && { 'content-length': String(body.length) }),
					...headers,
				},
				signal: AbortSignal.timeout(timeout),
			},
			(response) => {
				// Closes an event stream, because it never ends.
				if (/event-stream/.test(response.headers['content-type'] ?? '')) response.destroy();
				response.on('close', () => resolve(response.statusCode ?? 0)).resume();
				response.on('error', () => {});
			},
		);
		sent.on('error', (error: NodeJS.ErrnoException) => {
			// The server does not know the method of a request that it cannot parse, so even a HEAD request gets a response body.
			const isUnparsable = method === 'HEAD' ? error.code?.startsWith('HPE_') : false;
			if (isUnparsable || error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve(null);
			else reject(error);
		});
		sent.end(body ?? undefined);
	});
}

async function startMarket(engine: Engine) {
	const [provider, paystack, pushService] = await Promise.all([
		startOpenIdProvider(),
		startPaystackServer(),
		startPushService(),
	]);
	const logged: string[] = [];
	const payments = { PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: paystack.url };
	const server = await startTestServer({
		engine,
		env: { ...provider.env, ...payments, LOG_LEVEL: 'error' },
		pushServices: pushService.services,
		logDestination: { write: (line) => void logged.push(line) },
		render: async ({ url }) =>
			new Response(`<!doctype html><p>${url.length}`, { headers: { 'content-type': 'text/html' } }),
	});
	return {
		server,
		logged,
		async close() {
			await server.close();
			await Promise.all([provider.close(), paystack.close(), pushService.close()]);
		},
	};
}

/** Gives requests the session token of an account. Opens a new session when the last one has ended, because some requests log out. */
function openSessions(server: TestServer) {
	const people = new Map<string, Promise<TestPerson>>();
	return {
		async getToken(as: FuzzRequest['as']): Promise<string | undefined> {
			if (as === 'visitor') return undefined;
			const existing = await people.get(as);
			const isAlive = existing && (await existing.client.getMe().catch(() => null));
			if (!isAlive) people.set(as, as === 'admin' ? signUpAdministrator(server) : signUp(server));
			return (await people.get(as))?.token;
		},
	};
}

describeOnSelectedEngines('malformed requests', (engine) => {
	test(`get no 5xx and log no error: ${requests} to all routes`, async () => {
		const { server, logged, close } = await startMarket(engine);
		try {
			const seller = await signUp(server);
			for (let count = 0; count < 3; count += 1) {
				await seedAd(server, seller, { format: count === 2 ? 'video' : 'image' });
				await seedPost(server, seller);
			}
			const byAddress = new Map<string, TestServer['routes'][number]>(
				server.routes.map((route) => [endpointAddresses[route.endpoint.name], route]),
			);
			const targets = listServedRoutes(server.app).map(({ method, url }) => {
				const route = byAddress.get(`${method} ${url}`);
				return { method, url, endpoint: route?.endpoint, takesForm: route?.options.multipart ?? false };
			});
			// Each route of the contract gets 60 times as many requests as any other route.
			const weightedTargets = targets.flatMap((target) =>
				target.endpoint ? Array.from({ length: 60 }, () => target) : [target],
			);
			const sessions = openSessions(server);
			const counts = new Map<number | null, number>();

			const property = fc.asyncProperty(
				fc.array(createFuzzRequestArbitrary(weightedTargets), { minLength: concurrency, maxLength: concurrency }),
				async (batch) => {
					const tokens = {
						visitor: undefined,
						user: await sessions.getToken('user'),
						admin: await sessions.getToken('admin'),
					};
					const sending = batch.map(async (fuzz) => {
						const description = JSON.stringify({ ...fuzz, body: fuzz.body?.toString() }).slice(0, 3000);
						const status = await send(server.address, fuzz, tokens[fuzz.as]).catch((cause: unknown) => {
							throw new Error(`No response to ${description}`, { cause });
						});
						counts.set(status, (counts.get(status) ?? 0) + 1);
						if (status !== null && status >= 500 && !allowedErrors.includes(status))
							throw new Error(`${status} for ${description}`);
					});
					await Promise.all(sending);
				},
			);
			const { errorInstance } = await fc.check(property, { seed, numRuns: requests / concurrency, endOnFailure: true });
			if (errorInstance) throw new Error(`FUZZ_SEED=${seed} ${logged.join('')}`, { cause: errorInstance });

			const countStatuses = (wanted: (status: number) => boolean) =>
				[...counts].reduce((sum, [status, count]) => (status !== null && wanted(status) ? sum + count : sum), 0);
			const summary = JSON.stringify(Object.fromEntries(counts));
			// The test requires enough successes, because a request that is rejected early tests nothing.
			expect(
				countStatuses((status) => status >= 200 && status < 300),
				summary,
			).toBeGreaterThan(requests / 20);
			expect(
				countStatuses((status) => allowedErrors.includes(status)),
				summary,
			).toBeLessThan(requests / 4);
			expect(logged, `seed ${seed}`).toEqual([]);
			const { client } = await signUp(server);
			const { id } = await client.createPost({ body: { kind: 'tweet', text: 'Still here.' } });
			await createApiClient(server).getPost({ params: { id: String(id) } });
		} finally {
			await close();
		}
	}, 3_600_000);
});
