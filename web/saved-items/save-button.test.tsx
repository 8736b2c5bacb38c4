import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import { render } from '../testing/render.tsx';
import { openTab } from '../testing/tabs.ts';
import { WithActor } from '../testing/with-actor.tsx';
import { SaveButton } from './save-button.tsx';

test('follows saves and removals in another tab', async () => {
	await render(
		<WithActor>
			<SaveButton list="wishlist" id={1} />
		</WithActor>,
	);
	const button = page.getByRole('button', { name: commonText.save });
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
	const tab = openTab();
	tab.localStorage.setItem('wishlist', '[2,1]');
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
	tab.localStorage.setItem('wishlist', '[2]');
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});
