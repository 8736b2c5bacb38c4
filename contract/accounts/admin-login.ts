import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { loginFormSchema, sessionSchema } from './accounts.ts';

export const adminLogIn = defineEndpoint('adminLogIn', {
	summary: 'Log in as an administrator',
	body: loginFormSchema,
	responses: { 200: sessionSchema },
	errors: ['forbidden'],
});

export const getGoogleAddress = defineEndpoint('getGoogleAddress', {
	summary: 'Get the URL that starts a Google login, or null if it is not configured',
	responses: { 200: z.strictObject({ url: z.url().nullable() }) },
	errors: [],
});
