import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '../../contract/core/format-phone.ts';
import { sendPhoneCode, type Verification, verifyPhone } from '../../contract/verification/verification.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as verificationText from '../../text/web/verification.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { useApi } from '../platform/api.ts';
import { formatDate } from '../platform/dates.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { PhoneField, TextField } from '../ui/text-field.tsx';

interface PhoneVerificationProps {
	status: Verification['phone'];
	/** Time of the response with `status`, in milliseconds since 1970. */
	at: number;
	onCodeSent: (verification: Verification) => void;
	onVerified: (verification: Verification) => void;
}

/** Card content in which owners prove their phone number with a code, or change the number. */
export function PhoneVerification({ status, at, onCodeSent, onVerified }: PhoneVerificationProps) {
	const [isChanging, setChanging] = useState(false);
	const { available, number, verified_at, code } = status;
	const isVerified = verified_at !== null;
	const heading = useRef<HTMLHeadingElement>(null);

	/** The heading takes the focus, because the form unmounts. */
	function close() {
		setChanging(false);
		heading.current?.focus({ preventScroll: true });
	}

	return (
		<section aria-labelledby="phone-verification">
			<h2 ref={heading} id="phone-verification" tabIndex={-1} className="text-18 outline-none">
				{verificationText.phoneTitle}
			</h2>
			{isVerified ? (
				<div className="mt-2">
					<p className="flex items-center gap-1.5 font-semibold text-leaf">
						<BadgeCheck aria-hidden className="size-5 shrink-0" />
						{verificationText.phoneVerified}
					</p>
					<p className="mt-1 tabular-nums">+{number}</p>
					<p className="text-14 text-quiet">{verificationText.verifiedSince(formatDate(verified_at))}</p>
				</div>
			) : (
				code === null && (
					<p className="mt-1 text-quiet">{available ? verificationText.phoneHint : verificationText.phoneNotOffered}</p>
				)
			)}
			{available && isVerified && !isChanging && (
				<Button variant="quiet" className="mt-4" onClick={() => setChanging(true)}>
					{verificationText.change}
				</Button>
			)}
			{available && (!isVerified || isChanging) && (
				<CodeSteps
					key={number}
					number={isVerified ? null : number}
					code={code}
					at={at}
					onCodeSent={onCodeSent}
					onVerified={(verification) => {
						close();
						onVerified(verification);
					}}
					onCancel={isVerified ? close : null}
				/>
			)}
		</section>
	);
}

interface CodeStepsProps extends Pick<PhoneVerificationProps, 'at' | 'onCodeSent' | 'onVerified'> {
	/** Number to which a code is offered first; null for an empty field. */
	number: string | null;
	code: Verification['phone']['code'];
	/** Null if there is nothing to return to. */
	onCancel: (() => void) | null;
}

/** Asks for the number, then for the code. */
function CodeSteps({ number, code, at, onCodeSent, onVerified, onCancel }: CodeStepsProps) {
	const [isOtherNumber, setOtherNumber] = useState(false);
	if (code === null || isOtherNumber) {
		return (
			<NumberForm
				number={number}
				onDone={(verification) => {
					setOtherNumber(false);
					onCodeSent(verification);
				}}
				onCancel={isOtherNumber ? () => setOtherNumber(false) : onCancel}
			/>
		);
	}
	return (
		<CodeForm
			key={code.number}
			code={code}
			at={at}
			onCodeSent={onCodeSent}
			onVerified={onVerified}
			onOtherNumber={() => setOtherNumber(true)}
		/>
	);
}

interface NumberFormProps {
	number: string | null;
	onDone: (verification: Verification) => void;
	onCancel: (() => void) | null;
}

function NumberForm({ number, onDone, onCancel }: NumberFormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: sendPhoneCode.body,
		defaultValues: { phone: number === null ? '' : formatPhone(number) },
		send: (body) => api.sendPhoneCode({ body }),
		onDone,
		toMessage: getErrorMessage,
	});
	const { setFocus } = form;
	// A form that opens after a tap takes the focus, and the first form of the page does not.
	const takesFocus = useRef(onCancel !== null);
	useEffect(() => {
		if (takesFocus.current) setFocus('phone');
	}, [setFocus]);
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={verificationText.sendCode} onCancel={onCancel} />}
			className="mt-4 gap-4"
		>
			<PhoneField label={verificationText.phone} hint={verificationText.phoneHelp} {...form.field('phone')} />
		</ApiForm>
	);
}

interface CodeFormProps extends Pick<CodeStepsProps, 'at' | 'onCodeSent' | 'onVerified'> {
	code: NonNullable<Verification['phone']['code']>;
	onOtherNumber: () => void;
}

function CodeForm({ code, at, onCodeSent, onVerified, onOtherNumber }: CodeFormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: verifyPhone.body,
		defaultValues: { code: '' },
		send: (body) => api.verifyPhone({ body }),
		onDone: onVerified,
		toMessage: getErrorMessage,
	});
	const { setFocus } = form;
	useEffect(() => setFocus('code'), [setFocus]);
	const buttons = (
		<div className="flex flex-col items-start gap-3">
			<Button {...form.button}>{verificationText.verify}</Button>
			<Resend
				code={code}
				at={at}
				onCodeSent={(verification) => {
					// The button unmounts.
					setFocus('code');
					onCodeSent(verification);
				}}
			/>
			<Button variant="plain" onClick={onOtherNumber} className="-ml-4">
				{verificationText.otherNumber}
			</Button>
		</div>
	);
	return (
		<>
			<p role="status" className="mt-3">
				<RichText
					text={verificationText.codeSent(verificationLimits.phoneCode.ttl / 60_000)}
					tags={{ number: () => <strong className="whitespace-nowrap tabular-nums">+{code.number}</strong> }}
				/>
			</p>
			<ApiForm form={form} submit={buttons} className="mt-4 gap-4">
				<TextField
					label={verificationText.code}
					inputMode="numeric"
					autoComplete="one-time-code"
					className="max-w-48 text-18! tracking-[0.2em] tabular-nums"
					{...form.field('code')}
				/>
			</ApiForm>
		</>
	);
}

function Resend({ code, at, onCodeSent }: Pick<CodeFormProps, 'code' | 'at' | 'onCodeSent'>) {
	const api = useApi();
	const seconds = useSecondsLeft(at + code.resend_in * 1000);
	const resend = useMutation({
		mutationFn: () => api.sendPhoneCode({ body: { phone: `+${code.number}` } }),
		onSuccess: onCodeSent,
	});
	return (
		<>
			<FormError>{resend.error && getErrorMessage(resend.error)}</FormError>
			{seconds > 0 ? (
				<p className="text-14 text-quiet tabular-nums">{verificationText.resendIn(seconds)}</p>
			) : (
				<Button variant="quiet" loading={resend.isPending} onClick={() => resend.mutate()}>
					{verificationText.resend}
				</Button>
			)}
		</>
	);
}

/** Returns the whole seconds until `end` (milliseconds since 1970), counted down every second; 0 afterwards. */
function useSecondsLeft(end: number): number {
	const [now, setNow] = useState(() => Date.now());
	const isOver = now >= end;
	useEffect(() => {
		if (isOver) return;
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [isOver]);
	return Math.max(0, Math.ceil((end - now) / 1000));
}
