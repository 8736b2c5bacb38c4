import { createApiToken } from '../../contract/api-tokens.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import * as apiTokensText from '../../contract/text/api-tokens.ts';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import { tokenScopes } from '../../contract/token-scopes.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxGroup } from '../ui/checkbox-group.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordGate } from './password-gate.tsx';

interface ApiTokenFormProps {
	account: { id: number; email: string };
	onMade: (made: ResponseOf<typeof createApiToken>) => void;
	onCancel: () => void;
}

const lifetimes = [30, 90, 365];

/** Form of a new API token. An account without a password chooses one first. */
export function ApiTokenForm({ account, ...props }: ApiTokenFormProps) {
	return (
		<>
			<h2 className="mb-4 text-18">{apiTokensText.makeTitle}</h2>
			<PasswordGate account={account} onCancel={props.onCancel}>
				{(needsCode) => <Fields needsCode={needsCode} {...props} />}
			</PasswordGate>
		</>
	);
}

interface TokenFields {
	name: string;
	scopes: string[];
	days: string;
	password: string;
	code?: string;
}

function Fields({ needsCode, onMade, onCancel }: Omit<ApiTokenFormProps, 'account'> & { needsCode: boolean }) {
	const api = useApi();
	const form = useApiForm({
		schema: {
			safeParse: (values) =>
				createApiToken.body.safeParse({ ...(values as TokenFields), days: Number((values as TokenFields).days) }),
		},
		defaultValues: {
			name: '',
			scopes: ['read'],
			days: '90',
			password: '',
			...(needsCode && { code: '' }),
		} satisfies TokenFields as TokenFields,
		send: (body) => api.createApiToken({ body }),
		onDone: onMade,
	});
	const buttons = (
		<div className="flex flex-wrap gap-2">
			<Button {...form.button}>{apiTokensText.make}</Button>
			<Button variant="quiet" onClick={onCancel}>
				{commonText.cancel}
			</Button>
		</div>
	);
	return (
		<ApiForm form={form} submit={buttons}>
			<TextField
				label={apiTokensText.name}
				hint={apiTokensText.nameHint}
				autoComplete="off"
				autoFocus
				{...form.field('name')}
			/>
			<CheckboxGroup
				label={apiTokensText.scopes}
				options={tokenScopes.map((scope) => ({
					value: scope,
					label: apiTokensText.scopeNames[scope],
					hint: apiTokensText.scopeHints[scope],
				}))}
				{...form.field('scopes')}
			/>
			<Select
				label={apiTokensText.lifetime}
				options={lifetimes.map((days) => ({ value: String(days), label: apiTokensText.lifetimeDays(days) }))}
				{...form.field('days')}
			/>
			<PasswordField
				label={identityCheckText.yourPassword}
				autoComplete="current-password"
				{...form.field('password')}
			/>
			{needsCode && <CodeField {...form.field('code')} />}
		</ApiForm>
	);
}
