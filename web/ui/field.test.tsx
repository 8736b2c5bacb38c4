import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as controlsText from '../../text/web/controls.ts';
import { render } from '../testing/render.tsx';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

const fields = {
	TextField,
	TextArea,
	PasswordField,
	Select: (props: { label: string; hint?: string; error?: string; optional?: boolean }) => (
		<Select options={['Shoes']} {...props} />
	),
};

test.for(Object.entries(fields))('%s has its label as name and its hint and error as description', async ([, Part]) => {
	await render(
		<>
			<Part label="Plain" />
			<Part label="Wrong" hint="At most ten letters" error="Too long" />
			<Part label="Same" hint="Too long" error="Too long" />
		</>,
	);
	const plain = page.getByLabelText('Plain');
	await expect.element(plain).toHaveAttribute('aria-invalid', 'false');
	await expect.element(plain).not.toHaveAttribute('aria-describedby');
	const wrong = page.getByLabelText('Wrong');
	await expect.element(wrong).toHaveAttribute('aria-invalid', 'true');
	await expect.element(wrong).toHaveAccessibleDescription('At most ten letters Too long');
	await expect.element(page.getByLabelText('Same')).toHaveAccessibleDescription('Too long');
	await page.getByText('Wrong').click();
	await expect.element(wrong).toHaveFocus();
});

test.for(Object.entries(fields))('%s shows that it is optional', async ([, Part]) => {
	await render(<Part label="Phone" optional />);
	await expect.element(page.getByLabelText(`Phone ${controlsText.optional}`)).toBeVisible();
});

test.for(Object.entries({ TextField, TextArea }))('%s counts the letters left, also below zero', async ([, Part]) => {
	await render(
		<>
			<Part label="Title" limit={1200} length={100} />
			<Part label="Place" limit={10} length={13} />
			<Part label="Bio" />
		</>,
	);
	await expect.element(page.getByText(controlsText.charactersLeft(1100))).toBeVisible();
	await expect.element(page.getByText(controlsText.charactersLeft(-3))).toBeVisible();
	expect(page.getByText(/left$/).elements()).toHaveLength(2);
});

test('PasswordField shows and hides the password, also by keyboard', async () => {
	await render(<PasswordField label="Password" defaultValue="blue kettle" />);
	const field = page.getByLabelText('Password');
	await expect.element(field).toHaveAttribute('type', 'password');
	await field.click();
	await userEvent.keyboard('{Tab}{Enter}');
	await expect.element(field).toHaveAttribute('type', 'text');
	const hide = page.getByRole('button', { name: controlsText.hidePassword, pressed: true });
	await expect.element(hide).toHaveFocus();
	await hide.click();
	await expect.element(field).toHaveAttribute('type', 'password');
	await expect.element(page.getByRole('button', { name: controlsText.showPassword, pressed: false })).toBeVisible();
	await expect.element(field).toHaveValue('blue kettle');
});

test('PasswordField disables autocorrection', async () => {
	await render(<PasswordField label="Password" />);
	const field = page.getByLabelText('Password');
	await expect.element(field).toHaveAttribute('autocapitalize', 'none');
	await expect.element(field).toHaveAttribute('autocorrect', 'off');
	await expect.element(field).toHaveAttribute('spellcheck', 'false');
});

test('Select lists its options after an empty placeholder', async () => {
	const choose = vi.fn();
	await render(
		<Select
			label="Category"
			placeholder="Select a category..."
			options={['Shoes', 'Bags']}
			onChange={({ target }) => choose(target.value)}
		/>,
	);
	const select = page.getByLabelText('Category');
	await expect.element(select).toHaveValue('');
	expect(
		page
			.getByRole('option')
			.elements()
			.map((option) => option.textContent),
	).toEqual(['Select a category...', 'Shoes', 'Bags']);
	await select.selectOptions('Bags');
	await select.selectOptions('Select a category...');
	expect(choose.mock.calls).toEqual([['Bags'], ['']]);
});

test('Switch toggles by tap on its label and by space, and has its hint as description', async () => {
	await render(<Switch label="Show my phone" hint="Customers see it" />);
	const control = page.getByRole('switch', { name: 'Show my phone' });
	await expect.element(control).not.toBeChecked();
	await expect.element(control).toHaveAccessibleDescription('Customers see it');
	await page.getByText('Show my phone').click();
	await expect.element(control).toBeChecked();
	await userEvent.keyboard(' ');
	await expect.element(control).not.toBeChecked();
});

test('FormError is announced when it appears and takes no space before', async () => {
	const { rerender } = await render(<FormError>{null}</FormError>);
	const alert = document.querySelector('[role=alert]');
	expect(alert?.getBoundingClientRect().height).toBe(0);
	rerender(<FormError>The email or the password is wrong.</FormError>);
	await expect.element(page.getByRole('alert')).toHaveTextContent('The email or the password is wrong.');
	// The live region is the same element as before, because screen readers announce changes only in an existing live region.
	expect(page.getByRole('alert').element()).toBe(alert);
});
