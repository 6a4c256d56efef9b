import { useState } from 'react';
import { IconButton } from '#kit/buttons/button.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function PasswordField({
  autoComplete = 'current-password',
  ...props
}: Omit<TextFieldProps, 'type' | 'adornment' | 'mono' | 'upper' | 'clearable'>) {
  const texts = useKitTexts();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoComplete={autoComplete}
      adornment={
        <IconButton
          icon={isVisible ? 'eye-off' : 'eye'}
          aria-label={isVisible ? texts.hidePassword : texts.showPassword}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
          className="-mr-2"
        />
      }
    />
  );
}
