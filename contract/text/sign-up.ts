// What the sign-up page says.
export const userNameHint = "Letters, digits and _. It stands in your shop's address and stays the same.";
export const submit = 'Create my account';
export const lead = 'Show what you sell to the whole market. It is free.';
export const pageTitle = 'Sign up';
export const title = 'Open your stall';
export const acceptTerms =
	'By creating an account you accept the <terms>terms and conditions</terms>. The <privacy>privacy page</privacy> says what we keep and why.';
export const haveAccount = 'Already have an account? <login>Log in</login>';
