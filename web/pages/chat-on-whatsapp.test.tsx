import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as adsText from '../../contract/text/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import { makeAdCard } from '../testing/ads.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { ChatOnWhatsApp } from './chat-on-whatsapp.tsx';

const beacon = vi.fn();
const link = page.getByRole('link');

beforeEach(() => {
	beacon.mockReset();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(JSON.parse(String(body)));
		return true;
	});
});

async function open(id: number, differences: Parameters<typeof makeAdCard>[1] = {}, variant: 'bar' | 'icon' = 'bar') {
	const { seller, ...ad } = makeAdCard(id, differences);
	const api = fakeApi({ getSaved: () => ({ ids: [] }) });
	await render(
		<WithActor>
			<ChatOnWhatsApp {...ad} seller={seller.user_name} variant={variant} />
		</WithActor>,
		{ api },
	);
}

async function tap() {
	// The link must not navigate, because the test browser must stay on the page.
	document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true });
	await link.click();
}

test("counts a customer's tap at once, without naming the customer", async () => {
	logIn();
	await open(1);
	await expect.element(link).toHaveAccessibleName(`${commonText.chatOnWhatsapp} ${commonText.opensInNewTab}`);
	await expect.element(link).toHaveAttribute('target', '_blank');
	expect(link.element().getAttribute('href')).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=/);
	await tap();
	expect(beacon.mock.calls).toEqual([[{ day_key: expect.any(String), insights: [{ type: 'contact', id: 1 }] }]]);
});

test("counts a visitor's tap on a card", async () => {
	await open(2, {}, 'icon');
	await expect.element(link).toHaveAccessibleName(adsText.chatAbout('Lamp 2'));
	await tap();
	expect(beacon.mock.calls).toMatchObject([[{ insights: [{ type: 'contact', id: 2 }] }]]);
});

test("ignores the seller's own tap", async () => {
	logIn({ user_name: 'mama_risi' });
	await open(3);
	await tap();
	expect(beacon).not.toHaveBeenCalled();
});

test.for([
	['is sold', { state: 'sold' }],
	['has no number', { whatsapp: null }],
] as const)('renders nothing if the ad %s', async ([, differences]) => {
	await open(4, differences);
	await expect.element(link).not.toBeInTheDocument();
});
