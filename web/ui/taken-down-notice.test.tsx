import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { TakenDownNotice } from './taken-down-notice.tsx';

test('TakenDownNotice says the reason and links to the decisions', async () => {
	await render(<TakenDownNotice to="/dashboard/decisions" reason="We check it first." />);
	await expect.element(page.getByText('We check it first.')).toBeVisible();
	await expect.element(page.getByRole('link')).toHaveAttribute('href', '/dashboard/decisions');
});
