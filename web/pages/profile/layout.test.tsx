import { type ComponentProps, Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as profileText from '../../../contract/text/profile.ts';
import * as shopText from '../../../contract/text/shop.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { makeProfile } from '../../testing/profiles.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import { InteractionProviders } from '../interactions/interaction-providers.tsx';
import * as profileLayout from './layout.tsx';

const route = {
	...profileLayout,
	default: (props: ComponentProps<typeof profileLayout.default>) => (
		<WithActor>
			<InteractionProviders>
				<Suspense>
					<profileLayout.default {...props} />
				</Suspense>
			</InteractionProviders>
		</WithActor>
	),
};

async function open(counts: { for_sale: number; sold: number }) {
	const api = fakeApi({ getUser: () => makeProfile(), countUserAds: () => ({ ...counts, categories: [] }) });
	return renderRoute('/profile/user/:user_name/*', route, { api, at: '/profile/user/ada_obi' });
}

test('tells how many items are for sale and sold, and links to those for sale', async () => {
	const { address } = await open({ for_sale: 12, sold: 3 });
	await expect.element(page.getByRole('listitem').getByText('3 sold')).toBeVisible();
	const tabs = page.getByRole('navigation', { name: profileText.title });
	const tab = tabs.getByRole('link', { name: shopText.tab });
	await expect.element(tab).toHaveAttribute('aria-current', 'page');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: '12 items for sale' }).click();
	await expect.poll(address).toBe('/profile/user/ada_obi/shop');
	await expect.element(tab).toHaveAttribute('aria-current', 'true');
	await tabs.getByRole('link', { name: 'Videos' }).click();
	await expect.poll(address).toBe('/profile/user/ada_obi/videos');
	await expect.element(tab).not.toHaveAttribute('aria-current');
});

test('tells no number of items if there is none', async () => {
	await open({ for_sale: 0, sold: 0 });
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.element(page.getByText(/for sale|sold/)).not.toBeInTheDocument();
});
