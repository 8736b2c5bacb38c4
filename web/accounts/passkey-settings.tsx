import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { addPasskey, type Passkey, removePasskey, renamePasskey } from '../../contract/accounts/passkeys.ts';
import { reauthenticationShape } from '../../contract/accounts/recovery.ts';
import * as passkeysText from '../../text/shared/passkeys.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { formatDate } from '../platform/dates.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Button } from '../ui/button.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { getPasskeyMessage, loadWebAuthn, useSupportsPasskeys } from './passkey-browser.ts';
import { PasswordGate } from './password-gate.tsx';
import { passkeysQuery } from './queries.ts';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface PasskeySettingsProps {
	account: { id: number; email: string };
	/** Callback after a change; gets a message to show as a toast. */
	onChanged: (message: string) => void;
}

/** Settings section that lists the passkeys of the account, and adds, renames and removes them. */
export function PasskeySettings({ account, onChanged }: PasskeySettingsProps) {
	const query = useQuery(passkeysQuery(useApi(), account.id));
	const supported = useSupportsPasskeys();
	/** Whether the form is open. The button takes the focus once the user has left it. */
	const [form, setForm] = useState<'closed' | 'open' | 'left'>('closed');
	const heading = useRef<HTMLHeadingElement>(null);
	function finish(message: string) {
		onChanged(message);
		void query.refetch();
	}
	return (
		<>
			<h2 ref={heading} tabIndex={-1} className="text-18 outline-none">
				{passkeysText.title}
			</h2>
			<p className="mt-1 text-quiet">{passkeysText.description}</p>
			<QueryBoundary
				query={query}
				loading={passkeysText.loading}
				skeleton={<SkeletonRows rows={1} className="h-14" />}
				failure={passkeysText.loadFailed}
			>
				{({ items }) =>
					items.length > 0 && (
						<ul className="mt-3 divide-y divide-line">
							{items.map((item) => (
								<PasskeyRow
									key={item.id}
									passkey={item}
									account={account}
									onRenamed={({ name }) => finish(passkeysText.renamed(name))}
									onRemoved={({ name }) => {
										heading.current?.focus();
										finish(passkeysText.removed(name));
									}}
								/>
							))}
						</ul>
					)
				}
			</QueryBoundary>
			{supported === false && <p className="mt-2 text-14 text-quiet">{passkeysText.unsupported}</p>}
			{supported && form !== 'open' && (
				<Button variant="quiet" className="mt-4" autoFocus={form === 'left'} onClick={() => setForm('open')}>
					{passkeysText.add}
				</Button>
			)}
			{form === 'open' && (
				<PasswordGate account={account} onCancel={() => setForm('left')}>
					{(needsCode) => (
						<PasskeyForm
							needsCode={needsCode}
							onAdded={({ name }) => {
								setForm('left');
								finish(passkeysText.added(name));
							}}
							onCancel={() => setForm('left')}
						/>
					)}
				</PasswordGate>
			)}
		</>
	);
}

const formSchema = addPasskey.body.pick({ name: true }).extend(reauthenticationShape);

interface PasskeyFormProps {
	needsCode: boolean;
	onAdded: (passkey: Passkey) => void;
	onCancel: () => void;
}

function PasskeyForm({ needsCode, onAdded, onCancel }: PasskeyFormProps) {
	const api = useApi();
	// A code works once, so the options that it gave are kept until a device has used them or they have expired.
	const begun = useRef<{ options: Awaited<ReturnType<typeof api.beginPasskey>>; endsAt: number }>(null);
	const form = useApiForm({
		schema: formSchema,
		defaultValues: { name: '', password: '', ...(needsCode && { code: '' }) } as z.input<typeof formSchema>,
		send: async ({ name, ...proof }) => {
			const kept = begun.current && begun.current.endsAt > Date.now() ? begun.current.options : null;
			const [{ startRegistration }, optionsJSON] = await Promise.all([
				loadWebAuthn(),
				kept ?? api.beginPasskey({ body: proof }),
			]);
			if (!kept) begun.current = { options: optionsJSON, endsAt: Date.now() + optionsJSON.timeout };
			const { id, response } = await startRegistration({ optionsJSON });
			begun.current = null;
			const { clientDataJSON, attestationObject, transports } = response;
			const credential = { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
			return api.addPasskey({ body: { name, credential } });
		},
		onDone: onAdded,
		toMessage: getPasskeyMessage,
	});
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={passkeysText.add} onCancel={onCancel} />}
			className="mt-4 gap-4"
		>
			<TextField
				label={passkeysText.name}
				hint={passkeysText.nameHint}
				autoComplete="off"
				autoFocus
				{...form.field('name')}
			/>
			<CurrentPasswordField {...form.field('password')} />
			{needsCode && <CodeField {...form.field('code')} />}
		</ApiForm>
	);
}

interface PasskeyRowProps {
	passkey: Passkey;
	account: PasskeySettingsProps['account'];
	onRenamed: (passkey: Passkey) => void;
	onRemoved: (passkey: Passkey) => void;
}

function PasskeyRow({ passkey, account, onRenamed, onRemoved }: PasskeyRowProps) {
	const { id, name, created_at, last_used_at } = passkey;
	const api = useApi();
	const [step, setStep] = useState<'closed' | 'rename' | 'remove'>('closed');
	const params = { id: String(id) };
	/** Form that the user left. Its button then takes the focus. */
	const [leftForm, setLeftForm] = useState<typeof step>('closed');
	function close() {
		setLeftForm(step);
		setStep('closed');
	}
	return (
		<li className="py-3">
			<p className="font-semibold wrap-anywhere">{name}</p>
			<p className="text-14 text-quiet">
				<RichText
					text={passkeysText.addedOn}
					tags={{ added: () => <time dateTime={created_at}>{formatDate(created_at)}</time> }}
				/>
				{' · '}
				{last_used_at === null ? (
					passkeysText.neverUsed
				) : (
					<RichText text={passkeysText.used} tags={{ used: () => <TimeAgo time={last_used_at} /> }} />
				)}
			</p>
			{step === 'closed' && (
				<div className="mt-2 flex flex-wrap gap-2">
					<Button
						variant="quiet"
						aria-label={passkeysText.renameNamed(name)}
						autoFocus={leftForm === 'rename'}
						onClick={() => setStep('rename')}
					>
						{passkeysText.rename}
					</Button>
					<Button
						variant="quiet"
						aria-label={passkeysText.removeNamed(name)}
						autoFocus={leftForm === 'remove'}
						onClick={() => setStep('remove')}
					>
						{passkeysText.remove}
					</Button>
				</div>
			)}
			{step === 'rename' && (
				<RenameForm
					passkey={passkey}
					onRenamed={(renamed) => {
						close();
						onRenamed(renamed);
					}}
					onCancel={close}
				/>
			)}
			{step === 'remove' && (
				<>
					<p className="mt-2">{passkeysText.removeHint(name)}</p>
					<PasswordGate account={account} onCancel={close}>
						{(needsCode) => (
							<ReauthenticationForm
								action={passkeysText.removeSubmit}
								variant="danger"
								requires={needsCode ? ['password', 'code'] : ['password']}
								schema={removePasskey.body}
								send={(body) => api.removePasskey({ params, body })}
								onDone={() => onRemoved(passkey)}
								onCancel={close}
							/>
						)}
					</PasswordGate>
				</>
			)}
		</li>
	);
}

interface RenameFormProps {
	passkey: Passkey;
	onRenamed: (passkey: Passkey) => void;
	onCancel: () => void;
}

function RenameForm({ passkey, onRenamed, onCancel }: RenameFormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: renamePasskey.body,
		defaultValues: { name: passkey.name },
		send: (body) => api.renamePasskey({ params: { id: String(passkey.id) }, body }),
		onDone: onRenamed,
	});
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={passkeysText.rename} onCancel={onCancel} />}
			className="mt-3 gap-4"
		>
			<TextField label={passkeysText.name} autoComplete="off" autoFocus {...form.field('name')} />
		</ApiForm>
	);
}
