import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { renderRoute } from '../testing/render.tsx';
import { usePageview } from './use-pageview.ts';

function Page() {
	usePageview();
	return null;
}

/** What our own server is told once the page is left. */
async function visit(handle: object): Promise<string> {
	const told: string[] = [];
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => told.push(String(body)) > 0);
	const options = { api: fakeApi(), at: '/enrollment/1.a-secret-key', id: 'pages/enrollment/page' };
	await renderRoute('/enrollment/:id', { default: Page, handle }, options);
	await expect
		.poll(() => {
			window.dispatchEvent(new Event('pagehide'));
			return told.join();
		})
		.toContain('"type":"pageview"');
	return told.join();
}

test('a pageview tells the path of the page', async () => {
	expect(await visit({})).toContain('"path":"/enrollment/1.a-secret-key"');
});

test('of a page whose address is a key only the route is told', async () => {
	const told = await visit({ secret: true });
	expect(told).toContain('"path":"/enrollment"');
	expect(told).not.toContain('a-secret-key');
});
