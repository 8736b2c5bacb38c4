import { QueryClientProvider } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../contract/text/common.ts';
import * as signUpText from '../../contract/text/sign-up.ts';
import { ApiProvider } from '../platform/api.ts';
import { createBrowserQueries } from '../platform/queries.ts';
import { newSession } from '../testing/device.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { LogInForm } from './log-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const forms = [
	['logIn', LogInForm, commonText.logIn],
	['signUp', SignUpForm, signUpText.submit],
] as const;

test.for(forms)(
	'the form of %s sends nothing before its code is there, and keeps what was typed',
	async ([name, Form, submit]) => {
		const onDone = vi.fn();
		const api = fakeApi({ [name]: () => newSession() });
		const router = createMemoryRouter([{ path: '*', element: <Form onDone={onDone} onNetworkError={() => {}} /> }]);
		const app = (
			<ApiProvider value={api.client}>
				<QueryClientProvider client={createBrowserQueries(() => undefined)}>
					<RouterProvider router={router} />
				</QueryClientProvider>
			</ApiProvider>
		);
		const container = document.createElement('div');
		document.body.append(container);
		onTestFinished(() => container.remove());
		container.innerHTML = renderToString(app);

		const button = page.getByRole('button', { name: submit });
		const email = page.getByLabelText(commonText.email);
		const password = page.getByLabelText(commonText.password);
		const sent = vi.fn((event: Event) => event.preventDefault());
		container.addEventListener('submit', sent);
		await email.fill('ada@example.com');
		await password.fill('blue kettle on sunday');
		await userEvent.keyboard('{Enter}');
		await expect.element(button).toBeDisabled();
		expect(sent).not.toHaveBeenCalled();

		const root = hydrateRoot(container, app);
		onTestFinished(() => root.unmount());
		await expect.element(button).toBeEnabled();
		await expect.element(email).toHaveValue('ada@example.com');
		await expect.element(password).toHaveValue('blue kettle on sunday');
		if (name === 'signUp') await page.getByLabelText(commonText.userName).fill('ada_obi');
		await button.click();
		await expect.poll(() => onDone.mock.calls.map(([session]) => session)).toEqual([newSession()]);
		expect(api.calls(name)).toMatchObject([{ body: { email: 'ada@example.com', password: 'blue kettle on sunday' } }]);
	},
);
