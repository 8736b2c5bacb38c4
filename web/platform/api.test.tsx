import { afterEach, expect, test, vi } from 'vitest';
import { createBrowserClient } from './api.ts';

const pending = () => document.documentElement.dataset.pending;

afterEach(() => {
	vi.unstubAllGlobals();
});

test('counts pending calls on the root element', async () => {
	const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
	vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise));
	const client = createBrowserClient({ token: () => undefined, onUnauthorized: () => {} });
	const categories = client.listCategories({});
	const notice = client.getNotice();
	expect(pending()).toBe('2');
	first.reject(new TypeError('Failed to fetch'));
	await expect(categories).rejects.toThrow();
	expect(pending()).toBe('1');
	second.resolve(Response.json({ notice: null }));
	await notice;
	expect(pending()).toBe('0');
});

test('stops counting an aborted call', async () => {
	vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
		const { promise, reject } = Promise.withResolvers<Response>();
		signal.addEventListener('abort', () => reject(signal.reason));
		return promise;
	});
	const client = createBrowserClient({ token: () => undefined, onUnauthorized: () => {} });
	const controller = new AbortController();
	const notice = client.getNotice({}, { signal: controller.signal });
	expect(pending()).toBe('1');
	controller.abort(new Error('Left'));
	await expect(notice).rejects.toThrow('Left');
	expect(pending()).toBe('0');
});

test('sends the session token, except with the calls that the specification sends without it', async () => {
	const fetch = vi.fn(async (_: string, __: RequestInit) => Response.json({}));
	vi.stubGlobal('fetch', fetch);
	const client = createBrowserClient({ token: () => 'a-token', onUnauthorized: () => {} });
	const logIn = { email: 'boss@example.com', password: 'a market of our own' };
	const enrollment = { name: 'Ada', email: 'ada@example.com', phone: '0803', coursetype: '', courseTitle: '' };
	await client.getAd({ params: { id: '7' } });
	await client.adminLogIn({ body: logIn });
	await client.getGoogleAddress();
	await client.enroll({ body: enrollment });
	await client.getVideoAd({ params: { id: '7', description: 'shoes' } });
	await client.sendNotification({ body: { fcm_token: 'a-push-token' } });
	const authorizations = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));
	expect(authorizations).toEqual(['Bearer a-token', null, null, null, null, null]);
});
