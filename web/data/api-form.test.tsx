import { QueryClientProvider } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createBrowserQueryClient } from '../platform/query-client.ts';
import { render } from '../testing/render.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ApiForm, type FormSchema, useApiForm } from './api-form.tsx';

const onRender = vi.fn();
const account = z.object({ name: z.string().trim().min(1, 'Enter a name'), secret: z.string().min(3, 'Too short') });
type Account = z.infer<typeof account>;

interface AccountFormProps {
	send: (account: Account) => Promise<string>;
	onDone?: (id: string, account: Account) => void;
	toMessage?: (error: unknown) => string;
	schema?: FormSchema<Account>;
}

function AccountForm(props: AccountFormProps) {
	onRender();
	const form = useApiForm({
		schema: account,
		defaultValues: { name: '', secret: '' },
		toField: (name) => (name === 'user_name' ? 'name' : name === 'name' || name === 'secret' ? name : undefined),
		...props,
	});
	return (
		<ApiForm form={form} submit="Make account">
			<fieldset disabled={form.isSending}>
				<TextField label="Name" {...form.field('name')} />
				<PasswordField label="Secret" {...form.field('secret')} />
			</fieldset>
		</ApiForm>
	);
}

const name = page.getByLabelText('Name');
const secret = page.getByLabelText('Secret', { exact: true });
const button = page.getByRole('button', { name: 'Make account' });
const alert = page.getByRole('alert');

async function submit() {
	await name.fill(' Ada ');
	await secret.fill('blue kettle');
	await userEvent.keyboard('{Enter}');
}

function rejection(fields?: Record<string, string>) {
	return new ApiError(422, { code: 'invalid', message: 'Please check', ...(fields && { fields }) });
}

test('shows schema errors next to their fields, focuses the first field, and sends nothing', async () => {
	const send = vi.fn(async () => 'a1');
	await render(<AccountForm send={send} />);
	await button.click();
	await expect.element(name).toHaveAccessibleDescription('Enter a name');
	await expect.element(secret).toHaveAccessibleDescription('Too short');
	await expect.element(name).toHaveFocus();
	await name.fill('Ada');
	await expect.element(name).toHaveAttribute('aria-invalid', 'false');
	expect(send).not.toHaveBeenCalled();
});

test('shows a schema error without a field above the button, and sends nothing', async () => {
	const send = vi.fn(async () => 'a1');
	const schema = account.refine(({ name, secret }) => name !== secret, 'Choose another secret');
	await render(<AccountForm send={send} schema={schema} />);
	await name.fill('Kettle');
	await secret.fill('Kettle');
	await button.click();
	await expect.element(alert.getByText('Choose another secret')).toBeVisible();
	expect(send).not.toHaveBeenCalled();
	await secret.fill('blue kettle');
	await button.click();
	await expect.poll(() => send.mock.calls.length).toBe(1);
	await expect.element(alert.getByText('Choose another secret')).not.toBeInTheDocument();
});

test('renders again only when its output changes', async () => {
	await render(<AccountForm send={async () => 'a1'} />);
	await expect.element(button).toBeEnabled();
	onRender.mockClear();
	await name.fill('Ada');
	await secret.fill('blue kettle');
	expect(onRender).not.toHaveBeenCalled();
	await name.fill('');
	await button.click();
	await expect.element(name).toHaveAccessibleDescription('Enter a name');
	expect(onRender).toHaveBeenCalled();
});

test('sends the parsed values and passes on the response', async () => {
	const onDone = vi.fn();
	await render(<AccountForm send={async ({ name }) => `id of ${name}`} onDone={onDone} />);
	await submit();
	await expect.poll(() => onDone.mock.calls).toEqual([['id of Ada', { name: 'Ada', secret: 'blue kettle' }]]);
	await expect.element(button).toBeEnabled();
});

test('sends once while a call is running, and shows that it is busy', async () => {
	const { promise, resolve } = Promise.withResolvers<string>();
	const send = vi.fn(() => promise);
	await render(<AccountForm send={send} />);
	await name.fill('Ada');
	await secret.fill('blue kettle');
	const form = document.querySelector('form');
	form?.requestSubmit();
	form?.requestSubmit();
	await expect.element(button).toBeDisabled();
	await expect.element(button).toHaveAttribute('aria-busy', 'true');
	form?.requestSubmit();
	resolve('a1');
	await expect.element(button).toBeEnabled();
	expect(send).toHaveBeenCalledTimes(1);
	await button.click();
	await expect.poll(() => send.mock.calls.length).toBe(2);
});

test('shows API errors next to their fields, and focuses the first field once it is enabled again', async () => {
	const send = () => Promise.reject(rejection({ secret: 'Too common', user_name: 'Taken' }));
	await render(<AccountForm send={send} />);
	await submit();
	await expect.element(secret).toHaveAccessibleDescription('Too common');
	await expect.element(name).toHaveAccessibleDescription('Taken');
	await expect.element(name).toHaveFocus();
	await expect.element(secret).toHaveValue('blue kettle');
	expect(alert.elements().map(({ textContent }) => textContent)).not.toContain('Please check');
});

test('shows errors without a field above the button', async () => {
	const send = vi.fn<AccountFormProps['send']>();
	send.mockRejectedValueOnce(rejection({ name: 'Taken', device: 'Unknown device' }));
	send.mockRejectedValueOnce(rejection());
	send.mockRejectedValueOnce(new TypeError('A bug'));
	send.mockResolvedValueOnce('a1');
	await render(<AccountForm send={send} />);
	await submit();
	await expect.element(alert.getByText('Unknown device')).toBeVisible();
	await expect.element(name).toHaveAccessibleDescription('Taken');
	await button.click();
	await expect.element(alert.getByText('Please check')).toBeVisible();
	await button.click();
	await expect.element(alert.getByText(problemsText.unexpected)).toBeVisible();
	await button.click();
	await expect.element(alert.getByText(problemsText.unexpected)).not.toBeInTheDocument();
	await expect.element(name).toHaveValue(' Ada ');
});

test('shows a notice if no response came, and keeps the input', async () => {
	await render(<AccountForm send={() => Promise.reject(new NetworkError(null))} />);
	await submit();
	await expect.element(page.getByText(messages.networkError)).toBeVisible();
	await expect.element(name).toHaveValue(' Ada ');
	await expect.element(secret).toHaveValue('blue kettle');
	await expect.element(button).toBeEnabled();
});

test('shows the form’s own message if no response came', async () => {
	await render(<AccountForm send={() => Promise.reject(new NetworkError(null))} toMessage={() => 'No response'} />);
	await submit();
	await expect.element(alert.getByText('No response')).toBeVisible();
	await expect.element(page.getByText(messages.networkError)).not.toBeInTheDocument();
});

test('sends nothing before hydration, and keeps the input', async () => {
	const onDone = vi.fn();
	const app = (
		<QueryClientProvider client={createBrowserQueryClient(() => undefined)}>
			<AccountForm send={async () => 'a1'} onDone={onDone} />
		</QueryClientProvider>
	);
	const container = document.createElement('div');
	document.body.append(container);
	onTestFinished(() => container.remove());
	container.innerHTML = renderToString(app);

	const onSubmit = vi.fn((event: Event) => event.preventDefault());
	container.addEventListener('submit', onSubmit);
	await submit();
	await expect.element(button).toBeDisabled();
	expect(onSubmit).not.toHaveBeenCalled();

	const root = hydrateRoot(container, app);
	onTestFinished(() => root.unmount());
	await expect.element(button).toBeEnabled();
	await expect.element(name).toHaveValue(' Ada ');
	await button.click();
	await expect.poll(() => onDone.mock.calls).toEqual([['a1', { name: 'Ada', secret: 'blue kettle' }]]);
});
