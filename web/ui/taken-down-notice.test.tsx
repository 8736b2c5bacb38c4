import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { TakenDownNotice } from './taken-down-notice.tsx';

test('TakenDownNotice links to the decisions', async () => {
	await render(<TakenDownNotice to="/dashboard/decisions" />);
	await expect.element(page.getByRole('link')).toHaveAttribute('href', '/dashboard/decisions');
});
