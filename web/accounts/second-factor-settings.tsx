import { useState } from 'react';
import type { SignInMethods } from '../../contract/accounts/google.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '../../contract/accounts/second-factor.ts';
import * as commonText from '../../text/shared/common.ts';
import * as secondFactorText from '../../text/web/second-factor.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { takeFocus } from '../ui/take-focus.ts';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface SecondFactorSettingsProps {
	state: SignInMethods['second_factor'];
	/** Copies the text to the clipboard; resolves to whether that succeeded. */
	copy: (text: string) => Promise<boolean>;
	onChanged: (on: boolean) => void;
}

type Step =
	| { name: 'closed' }
	| { name: 'reauthentication' }
	| { name: 'scan'; secret: string; uri: string }
	| { name: 'recovery-codes'; codes: string[] };

/** Settings section that turns the second factor, a code from an authenticator app, on or off. */
export function SecondFactorSettings({ state, copy, onChanged }: SecondFactorSettingsProps) {
	const api = useApi();
	const [step, setStep] = useState<Step>({ name: 'closed' });
	const close = () => setStep({ name: 'closed' });
	return (
		<>
			<h2 className="text-18">{secondFactorText.title}</h2>
			<p className="mt-1 text-quiet">
				{state.on ? secondFactorText.onHint(state.recovery_codes_left) : secondFactorText.offHint}
			</p>
			{step.name === 'closed' && (
				<Button
					variant={state.on ? 'quiet' : 'primary'}
					className="mt-4"
					onClick={() => setStep({ name: 'reauthentication' })}
				>
					{state.on ? secondFactorText.turnOff : secondFactorText.setUp}
				</Button>
			)}
			{step.name === 'reauthentication' &&
				(state.on ? (
					<ReauthenticationForm
						action={secondFactorText.turnOffSubmit}
						variant="danger"
						requires={['password', 'code']}
						schema={endSecondFactor.body}
						send={(body) => api.endSecondFactor({ body })}
						onDone={() => {
							close();
							onChanged(false);
						}}
						onCancel={close}
					/>
				) : (
					<ReauthenticationForm
						action={commonText.continueOn}
						requires={['password']}
						schema={beginSecondFactor.body}
						send={(body) => api.beginSecondFactor({ body })}
						onDone={(setup) => setStep({ name: 'scan', ...setup })}
						onCancel={close}
					/>
				))}
			{step.name === 'scan' && (
				<>
					<ol ref={takeFocus} tabIndex={-1} className="mt-4 flex list-decimal flex-col gap-4 pl-5">
						<li>{secondFactorText.installApp}</li>
						<li>
							{secondFactorText.scan}
							<div className="mt-2">
								<QrCode text={step.uri} label={secondFactorText.qrCode} />
							</div>
							<p className="mt-2 text-14 text-quiet">
								<RichText
									text={secondFactorText.typeKey}
									tags={{
										key: () => (
											<code className="font-semibold text-ink wrap-anywhere">{groupCharacters(step.secret)}</code>
										),
									}}
								/>
							</p>
						</li>
						<li>{secondFactorText.typeCode}</li>
					</ol>
					<ReauthenticationForm
						action={secondFactorText.turnOn}
						requires={['code']}
						codeHint={secondFactorText.codeHint}
						schema={confirmSecondFactor.body}
						send={(body) => api.confirmSecondFactor({ body })}
						onDone={({ recovery_codes }) => {
							setStep({ name: 'recovery-codes', codes: recovery_codes });
							onChanged(true);
						}}
						onCancel={close}
					/>
				</>
			)}
			{step.name === 'recovery-codes' && (
				<div className="mt-4">
					<OneTimeSecret
						secret={step.codes.join('\n')}
						title={secondFactorText.saveCodes}
						level={3}
						hint={secondFactorText.saveCodesHint}
						done={secondFactorText.codesSaved}
						copy={copy}
						onDone={close}
					>
						<ul className="grid gap-x-6 gap-y-1 md:grid-cols-2">
							{step.codes.map((code) => (
								<li key={code}>{code}</li>
							))}
						</ul>
					</OneTimeSecret>
				</div>
			)}
		</>
	);
}

const groupCharacters = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
