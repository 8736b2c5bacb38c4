import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { Badge } from './badge.tsx';
import { Card } from './card.tsx';
import { Price } from './price.tsx';
import { Loading } from './skeleton.tsx';
import { Table, TableSkeleton } from './table.tsx';

test('Table has a caption and named columns', async () => {
	await render(
		<Table caption="Accounts, newest first" columns={[{ label: 'Name' }, { label: 'Actions', visuallyHidden: true }]}>
			<tr>
				<td>Ada</td>
				<td>Suspend</td>
			</tr>
		</Table>,
	);
	await expect.element(page.getByRole('table', { name: 'Accounts, newest first' })).toBeVisible();
	const columns = page.getByRole('columnheader');
	expect(columns.elements().map((column) => column.textContent)).toEqual(['Name', 'Actions']);
	// The label is visible to screen readers only, so it is at most one pixel wide.
	expect(page.getByText('Actions').element().getBoundingClientRect().width).toBeLessThanOrEqual(1);
	await expect.element(page.getByRole('cell', { name: 'Ada' })).toBeVisible();
});

test('Loading announces what is loading, and TableSkeleton has the rows of a table', async () => {
	await render(
		<Loading label="Loading accounts">
			<TableSkeleton className="h-12" />
		</Loading>,
	);
	const status = page.getByRole('status');
	await expect.element(status).toHaveTextContent('Loading accounts');
	expect(status.element().querySelectorAll('[aria-hidden]')).toHaveLength(6);
});

test('Badge, Card and Price show their content', async () => {
	await render(
		<Card data-testid="card" className="p-4">
			<Badge variant="danger">Hidden</Badge>
			<Price price="NGN 70,000" />
		</Card>,
	);
	const card = page.getByTestId('card');
	await expect.element(card.getByText('Hidden')).toBeVisible();
	const price = card.getByText('NGN 70,000');
	await expect.element(price).toBeVisible();
	// A price never wraps.
	expect(getComputedStyle(price.element()).whiteSpace).toBe('nowrap');
});
