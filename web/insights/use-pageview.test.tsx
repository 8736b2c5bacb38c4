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
	await renderRoute('/enrollment/:id', { default: Page, handle }, { api: fakeApi(), at: '/enrollment/1.a-secret-key' });
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

test('the path of a page whose address is a key is told to nobody', async () => {
	expect(await visit({ secret: true })).not.toContain('a-secret-key');
});
