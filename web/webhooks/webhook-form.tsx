import { marketWebhookEvents, sellerWebhookEvents } from '../../contract/webhooks/webhook-events.ts';
import { createWebhook, type Webhook } from '../../contract/webhooks/webhooks.ts';
import * as commonText from '../../text/shared/common.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { CodeField } from '../accounts/code-field.tsx';
import { CurrentPasswordField } from '../accounts/current-password-field.tsx';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { useApi } from '../platform/api.ts';
import { CheckboxGroup } from '../ui/checkbox-group.tsx';
import { TextField } from '../ui/text-field.tsx';

interface WebhookFormProps {
	/** Webhook to change; null for a new one. */
	webhook: Webhook | null;
	market: boolean;
	needsCode: boolean;
	/** `secret` is that of a new webhook. */
	onSaved: (secret: string | null) => void;
	onCancel: () => void;
}

interface Fields {
	url: string;
	events: string[];
	password: string;
	code?: string;
}

/** Form of a new webhook, or of the address and events of one. */
export function WebhookForm({ webhook, market, needsCode, onSaved, onCancel }: WebhookFormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: createWebhook.body,
		defaultValues: {
			url: webhook?.url ?? '',
			events: webhook ? [...webhook.events] : [...(market ? marketWebhookEvents : sellerWebhookEvents)],
			password: '',
			...(needsCode && { code: '' }),
		} satisfies Fields as Fields,
		send: async (body) => {
			if (!webhook) return (await api.createWebhook({ body: { ...body, ...(market && { market }) } })).secret;
			await api.updateWebhook({ params: { id: String(webhook.id) }, body });
			return null;
		},
		onDone: onSaved,
	});
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={webhook ? commonText.save : webhooksText.make} onCancel={onCancel} />}
		>
			<TextField
				label={webhooksText.url}
				hint={webhooksText.urlHint}
				type="url"
				inputMode="url"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				autoFocus
				{...form.field('url')}
			/>
			<CheckboxGroup
				label={webhooksText.events}
				options={(market ? marketWebhookEvents : sellerWebhookEvents).map((event) => ({
					value: event,
					label: webhooksText.eventNames[event],
				}))}
				{...form.field('events')}
			/>
			<CurrentPasswordField {...form.field('password')} />
			{needsCode && <CodeField {...form.field('code')} />}
		</ApiForm>
	);
}
