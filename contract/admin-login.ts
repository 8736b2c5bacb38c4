import { z } from 'zod';
import { logInForm, session } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const adminLogIn = endpoint('adminLogIn', {
	summary: 'Begin the session of an administrator',
	body: logInForm,
	responses: { 200: session },
	errors: ['forbidden'],
});

export const getGoogleAddress = endpoint('getGoogleAddress', {
	summary: 'Where signing in with Google begins; null where it is not configured',
	responses: { 200: z.strictObject({ url: z.url().nullable() }) },
	errors: [],
});
