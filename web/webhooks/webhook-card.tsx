import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rotateWebhookSecret, type Webhook } from '../../contract/webhooks/webhooks.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { PasswordGate } from '../accounts/password-gate.tsx';
import { ReauthenticationForm } from '../accounts/reauthentication-form.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.ts';
import { webhookDeliveriesQuery } from './queries.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface WebhookCardProps {
	webhook: Webhook;
	market: boolean;
	account: { id: number; email: string };
	onChanged: () => void;
	onNewSecret: (secret: string) => void;
}

/** Shows a webhook with its messages, and changes, tests and deletes it. */
export function WebhookCard({ webhook, market, account, onChanged, onNewSecret }: WebhookCardProps) {
	const { id, url, events, active, paused, failing_since } = webhook;
	const api = useApi();
	const client = useQueryClient();
	const [step, setStep] = useState<'view' | 'edit' | 'rotate' | 'delete'>('view');
	/** Form that the user left. Its button then takes the focus. */
	const [leftForm, setLeftForm] = useState<'edit' | 'rotate' | null>(null);
	const [showsDeliveries, setShowsDeliveries] = useState(false);
	const params = { id: String(id) };
	const onError = (error: Error) => toast(getErrorMessage(error), 'error');
	const testing = useMutation({
		mutationFn: () => api.testWebhook({ params }),
		onSuccess: () => {
			toast(webhooksText.testSent);
			setShowsDeliveries(true);
			void client.invalidateQueries({ queryKey: webhookDeliveriesQuery(api, id).queryKey });
		},
		onError,
	});
	const switching = useMutation({
		mutationFn: () => api.updateWebhook({ params, body: { active: !active } }),
		onSuccess: onChanged,
		onError,
	});
	const confirming = useMutation({
		mutationFn: () => api.updateWebhook({ params, body: { paused: false } }),
		onSuccess: () => {
			toast(webhooksText.confirmed);
			onChanged();
		},
		onError,
	});
	const removing = useMutation({
		mutationFn: () => api.deleteWebhook({ params }),
		onSuccess: () => {
			toast(webhooksText.removed);
			onChanged();
		},
		onError,
	});
	const { host } = new URL(url);
	const name = (label: string) => ({ 'aria-label': webhooksText.buttonFor(label, host), children: label });
	const close = () => setStep('view');
	function leave(form: 'edit' | 'rotate') {
		setLeftForm(form);
		close();
	}
	if (step === 'edit') {
		const leaveForm = () => leave('edit');
		return (
			<Card className="p-4 wide:p-6">
				<h2 className="mb-4 text-18">{webhooksText.editTitle}</h2>
				<PasswordGate account={account} onCancel={leaveForm}>
					{(needsCode) => (
						<WebhookForm
							webhook={webhook}
							market={market}
							needsCode={needsCode}
							onSaved={() => {
								toast(webhooksText.saved);
								leaveForm();
								onChanged();
							}}
							onCancel={leaveForm}
						/>
					)}
				</PasswordGate>
			</Card>
		);
	}
	return (
		<Card className="p-4 wide:p-6">
			<div className="flex flex-wrap items-center gap-2">
				<h2 className="min-w-0 text-16 wrap-anywhere">{url}</h2>
				<Badge variant={active && !paused ? 'leaf' : 'quiet'}>
					{paused ? webhooksText.paused : active ? webhooksText.on : webhooksText.off}
				</Badge>
			</div>
			<p className="mt-1 text-14 text-quiet">{events.map((event) => webhooksText.eventNames[event]).join(', ')}</p>
			{failing_since !== null && (
				<p className="mt-2 text-14 text-danger">
					{active ? (
						<RichText text={webhooksText.failing} tags={{ since: () => <TimeAgo time={failing_since} /> }} />
					) : (
						webhooksText.switchedOff
					)}
				</p>
			)}
			{paused && <p className="mt-2 text-14">{webhooksText.pausedHint}</p>}
			<div className="mt-4 flex flex-wrap gap-2">
				{paused ? (
					<Button {...name(webhooksText.confirm)} loading={confirming.isPending} onClick={() => confirming.mutate()} />
				) : (
					<Button {...name(webhooksText.test)} loading={testing.isPending} onClick={() => testing.mutate()} />
				)}
				<Button
					{...name(webhooksText.edit)}
					variant="quiet"
					autoFocus={leftForm === 'edit'}
					onClick={() => setStep('edit')}
				/>
				<Button
					{...name(active ? webhooksText.turnOff : webhooksText.turnOn)}
					variant="quiet"
					loading={switching.isPending}
					onClick={() => switching.mutate()}
				/>
				{step !== 'rotate' && (
					<Button
						{...name(webhooksText.rotate)}
						variant="quiet"
						autoFocus={leftForm === 'rotate'}
						onClick={() => setStep('rotate')}
					/>
				)}
				<Button
					{...name(webhooksText.remove)}
					variant="quiet"
					loading={removing.isPending}
					onClick={() => setStep('delete')}
				/>
				<Button
					{...name(showsDeliveries ? webhooksText.hideDeliveries : webhooksText.showDeliveries)}
					variant="quiet"
					aria-expanded={showsDeliveries}
					onClick={() => setShowsDeliveries(!showsDeliveries)}
				/>
			</div>
			{step === 'rotate' && (
				<section aria-label={webhooksText.rotateTitle} className="mt-4 border-line border-t pt-4">
					<h3 className="text-16">{webhooksText.rotateTitle}</h3>
					<p className="mt-1 text-14">{webhooksText.rotateHint}</p>
					<PasswordGate account={account} onCancel={() => leave('rotate')}>
						{(needsCode) => (
							<ReauthenticationForm
								action={webhooksText.rotate}
								requires={needsCode ? ['password', 'code'] : ['password']}
								schema={rotateWebhookSecret.body}
								send={(body) => api.rotateWebhookSecret({ params, body })}
								onDone={({ secret }) => {
									setLeftForm(null);
									close();
									onNewSecret(secret);
								}}
								onCancel={() => leave('rotate')}
							/>
						)}
					</PasswordGate>
				</section>
			)}
			{showsDeliveries && <WebhookDeliveries webhookId={id} canSend={active && !paused} />}
			{step === 'delete' && (
				<LazyConfirmDialog
					title={webhooksText.removeTitle}
					description={webhooksText.removeHint}
					action={webhooksText.remove}
					danger
					onConfirm={() => {
						close();
						removing.mutate();
					}}
					onClose={close}
				/>
			)}
		</Card>
	);
}
