import { describe, expect, it } from 'vitest';
import { fileOfUrl } from './app-url.ts';

describe('a URL of the window', () => {
  it.each([
    ['app://parapet/', '/app/index.html'],
    ['app://parapet/assets/main.js', '/app/assets/main.js'],
    ['app://parapet/assets/arabic.ttf', '/app/assets/arabic.ttf'],
    ['app://parapet/index.html#/canvases/1?x=1', '/app/index.html'],
    ['app://parapet/../../main.js', '/app/main.js'],
    ['app://parapet/%2e%2e/%2e%2e/main.js', '/app/main.js'],
  ])('%s is the file %s', (url, file) => {
    expect(fileOfUrl(url, '/app')).toBe(file);
  });

  it.each([
    'app://parapet/..%2f..%2fetc/passwd.json',
    'app://parapet/assets/..%5c..%5csecret.exe',
    'app://parapet.evil/index.html',
    'app://evil/index.html',
    'https://parapet/index.html',
    'file:///etc/passwd',
    'app://parapet/%E0%A4%A',
    'app://parapet/assets/',
    'app://parapet/main.node',
    'not a url',
  ])('%s is no file', (url) => {
    expect(fileOfUrl(url, '/app')).toBeNull();
  });
});
