import { useQuery } from '@tanstack/react-query';
import { createApiToken } from '../../contract/api-tokens.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import * as apiTokensText from '../../contract/text/api-tokens.ts';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import * as securityText from '../../contract/text/security.ts';
import { tokenScopes } from '../../contract/token-scopes.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Select } from '../ui/select.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { CodeField } from './code-field.tsx';
import { signInMethodsQuery } from './queries.ts';

interface ApiTokenFormProps {
	account: { id: number; email: string };
	onMade: (made: ResponseOf<typeof createApiToken>) => void;
	onCancel: () => void;
}

const lifetimes = [30, 90, 365];

/** Form of a new API token. An account without a password chooses one first. */
export function ApiTokenForm({ account, ...props }: ApiTokenFormProps) {
	const query = useQuery(signInMethodsQuery(useApi(), account.id));
	return (
		<>
			<h2 className="mb-4 text-18">{apiTokensText.makeTitle}</h2>
			<QueryBoundary
				query={query}
				loading={securityText.loading}
				skeleton={<SkeletonRows rows={4} className="h-16" />}
				failure={securityText.loadFailed}
			>
				{({ password, second_factor }) =>
					password ? (
						<Fields needsCode={second_factor.on} {...props} />
					) : (
						<>
							<p>{identityCheckText.passwordNeeded}</p>
							<ChoosePassword email={account.email} />
							<Button variant="quiet" className="mt-3" onClick={props.onCancel}>
								{commonText.cancel}
							</Button>
						</>
					)
				}
			</QueryBoundary>
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
	const { error: scopesError, ...scopesField } = form.field('scopes');
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
			<fieldset aria-describedby={scopesError && 'scopes-error'}>
				<legend className="font-semibold text-14">{apiTokensText.scopes}</legend>
				{tokenScopes.map((scope) => (
					<label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
						<input type="checkbox" value={scope} className="size-5 shrink-0 accent-leaf" {...scopesField} />
						<span>
							{apiTokensText.scopeNames[scope]}
							<span className="block text-14 text-quiet">{apiTokensText.scopeHints[scope]}</span>
						</span>
					</label>
				))}
				{scopesError && (
					<p id="scopes-error" className="text-14 text-danger">
						{scopesError}
					</p>
				)}
			</fieldset>
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
