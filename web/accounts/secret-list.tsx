import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { apiDocsPath } from '../../contract/core/api-docs-path.ts';
import * as oneTimeSecretText from '../../text/web/one-time-secret.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { copyText } from '../sharing/copy-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';
import { PasswordGate } from './password-gate.tsx';

interface SecretListText {
	description: string;
	documentation: string;
	loading: string;
	loadFailed: string;
	emptyTitle: string;
	emptyHint: string;
	make: string;
	makeTitle: string;
	madeTitle: string;
	madeHint: string;
}

/** `isBack` is true if the user comes back to the list, whose button then takes the focus. */
type Step = { name: 'list'; isBack: boolean } | { name: 'form' } | { name: 'made'; secret: string };

interface FormContext {
	needsCode: boolean;
	onMade: (secret: string) => void;
	onCancel: () => void;
}

interface SecretListProps<Item> {
	query: UseQueryResult<{ items: Item[] }>;
	account: { id: number; email: string };
	text: SecretListText;
	icon: ComponentType<{ className?: string }>;
	skeleton: ReactNode;
	/** Renders the form of a new item. */
	renderForm: (context: FormContext) => ReactNode;
	/** Renders the items, of which there is at least one. `showSecret` shows an item's new secret. */
	children: (items: readonly Item[], showSecret: (secret: string) => void) => ReactNode;
}

/** Lists what has a secret that is shown once, such as API tokens, and makes more of it with the password. */
export function SecretList<Item>({
	query,
	account,
	text,
	icon,
	skeleton,
	renderForm,
	children,
}: SecretListProps<Item>) {
	const [step, setStep] = useState<Step>({ name: 'list', isBack: false });
	const showList = () => setStep({ name: 'list', isBack: true });
	const showSecret = (secret: string) => setStep({ name: 'made', secret });
	const makeButton = (
		<Button autoFocus={step.name === 'list' && step.isBack} onClick={() => setStep({ name: 'form' })}>
			{text.make}
		</Button>
	);
	return (
		<>
			<p className="mt-1 mb-5 text-quiet">
				{text.description}{' '}
				<a href={apiDocsPath} className="text-leaf underline underline-offset-4">
					{text.documentation}
				</a>
			</p>
			{step.name === 'form' && (
				<Card className="mb-4 p-4 wide:p-6">
					<h2 className="mb-4 text-18">{text.makeTitle}</h2>
					<PasswordGate account={account} onCancel={showList}>
						{(needsCode) =>
							renderForm({
								needsCode,
								onMade: (secret) => {
									showSecret(secret);
									void query.refetch();
								},
								onCancel: showList,
							})
						}
					</PasswordGate>
				</Card>
			)}
			{step.name === 'made' && (
				<div className="mb-4">
					<OneTimeSecret
						secret={step.secret}
						title={text.madeTitle}
						level={2}
						hint={text.madeHint}
						done={oneTimeSecretText.copiedDone}
						copy={copyText}
						onDone={showList}
					>
						{step.secret}
					</OneTimeSecret>
				</div>
			)}
			<QueryBoundary query={query} loading={text.loading} skeleton={skeleton} failure={text.loadFailed}>
				{({ items }) => (
					<>
						{items.length > 0 && children(items, showSecret)}
						{step.name === 'list' &&
							(items.length > 0 ? (
								<div className="mt-4">{makeButton}</div>
							) : (
								<EmptyState icon={icon} title={text.emptyTitle} action={makeButton} hint={text.emptyHint} />
							))}
					</>
				)}
			</QueryBoundary>
		</>
	);
}
