import { createApiToken } from '../../contract/accounts/api-tokens.ts';
import { tokenScopes } from '../../contract/accounts/token-scopes.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { useApi } from '../platform/api.ts';
import { CheckboxGroup } from '../ui/checkbox-group.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

interface ApiTokenFormProps {
	needsCode: boolean;
	onMade: (made: ResponseOf<typeof createApiToken>) => void;
	onCancel: () => void;
}

const lifetimes = [30, 90, 365];

interface TokenFields {
	name: string;
	scopes: string[];
	days: string;
	password: string;
	code?: string;
}

/** Form of a new API token. */
export function ApiTokenForm({ needsCode, onMade, onCancel }: ApiTokenFormProps) {
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
	return (
		<ApiForm form={form} submit={<FormButtons form={form} label={apiTokensText.make} onCancel={onCancel} />}>
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
			<CurrentPasswordField {...form.field('password')} />
			{needsCode && <CodeField {...form.field('code')} />}
		</ApiForm>
	);
}
