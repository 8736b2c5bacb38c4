import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import * as controlsText from '../../text/web/controls.ts';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type'>;

export function PasswordField({ label, error, hint, optional, className, ...input }: PasswordFieldProps) {
	const [isVisible, setVisible] = useState(false);
	const Icon = isVisible ? EyeOff : Eye;
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false}>
			{(control) => (
				<div className="relative">
					<input
						type={isVisible ? 'text' : 'password'}
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
						className={classes(controlClasses, 'pr-12', className)}
						{...input}
						{...control}
					/>
					<button
						type="button"
						aria-label={isVisible ? controlsText.hidePassword : controlsText.showPassword}
						aria-pressed={isVisible}
						onClick={() => setVisible(!isVisible)}
						className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-control text-quiet hover:text-ink"
					>
						<Icon aria-hidden className="size-5" />
					</button>
				</div>
			)}
		</Field>
	);
}
