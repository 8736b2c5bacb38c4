import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { renderRoute } from '../testing/render.tsx';
import { usePageview } from './use-pageview.ts';

function Page() {
	usePageview();
	return null;
}

/** Opens a page with this route `handle` and returns the beacons that it sends on `pagehide`. */
async function visit(handle: object): Promise<string> {
	const beacons: string[] = [];
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => beacons.push(String(body)) > 0);
	const options = { api: fakeApi(), url: '/enrollment/1.a-secret-key', id: 'pages/enrollment/page' };
	await renderRoute('/enrollment/:id', { default: Page, handle }, options);
	await expect
		.poll(() => {
			window.dispatchEvent(new Event('pagehide'));
			return beacons.join();
		})
		.toContain('"type":"pageview"');
	return beacons.join();
}

test('sends the path of the page', async () => {
	expect(await visit({})).toContain('"path":"/enrollment/1.a-secret-key"');
});

test('sends only the route of a page with a secret path', async () => {
	const beacons = await visit({ secret: true });
	expect(beacons).toContain('"path":"/enrollment"');
	expect(beacons).not.toContain('a-secret-key');
});
