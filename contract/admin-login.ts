import { z } from 'zod';
import { logInForm, session } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const adminLogIn = endpoint('adminLogIn', {
	summary: 'Log in as an administrator',
	body: logInForm,
	responses: { 200: session },
	errors: ['forbidden'],
});

export const getGoogleAddress = endpoint('getGoogleAddress', {
	summary: 'Get the URL that starts a Google login, or null if it is not configured',
	responses: { 200: z.strictObject({ url: z.url().nullable() }) },
	errors: [],
});
