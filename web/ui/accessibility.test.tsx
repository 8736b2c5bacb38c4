import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../testing/accessibility.ts';
import { render } from '../testing/render.tsx';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button, ButtonLink, IconButton } from './button.tsx';
import { Card } from './card.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { FormError } from './form-error.tsx';
import { Menu, MenuItem, MenuLink } from './menu.tsx';
import { PasswordField } from './password-field.tsx';
import { Price } from './price.tsx';
import { Progress } from './progress.tsx';
import { Select } from './select.tsx';
import { ShowMore } from './show-more.tsx';
import { Loading, Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import { Switch } from './switch.tsx';
import { Table, TableSkeleton } from './table.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { toast } from './toast.ts';
import { CancelButton, UnsavedChangesQuestion } from './unsaved-changes.tsx';

const components: Record<string, ReactNode> = {
	buttons: (
		<Card className="p-4">
			{(['primary', 'quiet', 'plain', 'danger'] as const).map((variant) => (
				<Button key={variant} variant={variant}>
					{variant}
				</Button>
			))}
			<Button loading>Posting</Button>
			<ButtonLink to="/">Market</ButtonLink>
			{(['plain', 'soft', 'primary', 'over'] as const).map((variant) => (
				<IconButton key={variant} variant={variant} label={`Close ${variant}`}>
					x
				</IconButton>
			))}
		</Card>
	),
	fields: (
		<form>
			<TextField label="Title" hint="Short" error="Too long" limit={10} length={13} placeholder="A lamp" />
			<TextArea label="Description" optional limit={100} length={3} />
			<PasswordField label="Password" error="Enter your password" />
			<Select label="Category" placeholder="Select a category..." options={['Shoes']} error="Choose one" />
			<Switch label="Show my phone" hint="Customers see it" defaultChecked />
			<Switch label="Show my place" />
			<FormError>The email or the password is wrong.</FormError>
			<UnsavedChangesQuestion isConfirming>Leave without saving?</UnsavedChangesQuestion>
			<CancelButton isConfirming onClick={() => {}} />
		</form>
	),
	states: (
		<>
			<EmptyState icon={() => <svg />} title="No ads yet" action={<Button>Post ad</Button>}>
				Be the first.
			</EmptyState>
			<ErrorState title="The ads could not be loaded" onRetry={() => {}}>
				No answer came.
			</ErrorState>
			<Spinner />
			<Skeleton className="h-24" />
			<Progress label="Upload" percent={42} />
			<ShowMore loading={false} failed onMore={() => {}} />
		</>
	),
	values: (
		<Card className="p-4">
			{(['quiet', 'leaf', 'marigold', 'danger'] as const).map((variant) => (
				<Badge key={variant} variant={variant}>
					{variant}
				</Badge>
			))}
			{(['tiny', 'small', 'medium', 'large'] as const).map((size) => (
				<Price key={size} size={size} price="NGN 70,000" />
			))}
			<Avatar name="Ada" />
			<Table caption="Accounts" columns={[{ label: 'Name' }, { label: 'Actions', visuallyHidden: true }]}>
				<tr>
					<td>Ada</td>
					<td>Suspend</td>
				</tr>
			</Table>
			<Loading label="Loading accounts">
				<TableSkeleton className="h-12" />
			</Loading>
		</Card>
	),
};

test.for(Object.entries(components))('finds no axe violations in %s', async ([, element]) => {
	await render(element);
	expect(await findViolations()).toEqual([]);
});

test('finds no axe violations in an open dialog', async () => {
	await render(
		<ConfirmDialog
			open
			title="Delete this ad?"
			description="It cannot be brought back."
			action="Delete ad"
			danger
			onConfirm={() => {}}
			onClose={() => {}}
		/>,
	);
	await expect.element(page.getByRole('dialog')).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('finds no axe violations in an open menu', async () => {
	await render(
		<Menu trigger={<IconButton label="More">…</IconButton>} defaultOpen>
			<MenuItem onSelect={() => {}}>Hide</MenuItem>
			<MenuItem danger onSelect={() => {}}>
				Delete
			</MenuItem>
			<MenuLink to="/wishlist">Wishlist</MenuLink>
		</Menu>,
	);
	await expect.element(page.getByRole('menu')).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('finds no axe violations in notices', async () => {
	await render(null);
	toast('Saved', 'success', { label: 'Undo', run: () => {} });
	toast('Upload failed.', 'error');
	await expect.element(page.getByText('Upload failed.')).toBeVisible();
	expect(await findViolations()).toEqual([]);
});
