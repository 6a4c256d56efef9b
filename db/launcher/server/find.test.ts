import { expect, test } from 'vitest';
import { findServer, type Lookup } from './find.ts';

const mariadb = 'mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu';
const mysql = '/usr/sbin/mysqld  Ver 8.0.36 for Linux on x86_64';

function find(versions: Record<string, string>, options: Partial<Lookup> = {}) {
  return findServer({
    searchPath: '/opt/db/bin:/usr/bin',
    unpacked: { mariadb: '/data/mariadb', mysql: '/data/mysql-server' },
    version: (daemon) => versions[daemon],
    ...options,
  });
}

test('PATH comes before the usual folders', () => {
  const found = find({ '/opt/db/bin/mariadbd': mariadb, '/usr/sbin/mariadbd': mariadb });
  expect(found).toEqual({ daemon: '/opt/db/bin/mariadbd', flavour: 'mariadb', version: '10.11.19' });
});

test('searches usual folders that PATH lacks', () => {
  expect(find({ '/usr/sbin/mysqld': mysql })).toEqual({
    daemon: '/usr/sbin/mysqld',
    flavour: 'mysql',
    version: '8.0.36',
  });
});

test('prefers MariaDB, also under its old name', () => {
  expect(find({ '/opt/db/bin/mysqld': mysql, '/usr/sbin/mariadbd': mariadb })?.flavour).toBe('mariadb');
  expect(find({ '/usr/sbin/mysqld': mariadb })?.flavour).toBe('mariadb');
});

test('skips versions that are too old', () => {
  const versions = { '/usr/bin/mariadbd': 'mariadbd  Ver 10.5.23-MariaDB', '/usr/bin/mysqld': 'mysqld  Ver 5.7.44' };
  expect(find(versions)).toBeUndefined();
  expect(find({ ...versions, '/usr/sbin/mysqld': mysql })?.version).toBe('8.0.36');
});

test('uses an unpacked server last, and returns its folder', () => {
  const versions = { '/data/mariadb/usr/sbin/mariadbd': mariadb };
  expect(find(versions)?.home).toBe('/data/mariadb');
  expect(find({ ...versions, '/usr/sbin/mariadbd': mariadb })?.home).toBeUndefined();
});

test('never returns a server of another flavour than requested', () => {
  const bothVersions = { '/usr/sbin/mysqld': mysql, '/usr/sbin/mariadbd': mariadb };
  expect(find(bothVersions, { flavour: 'mysql' })?.flavour).toBe('mysql');
  expect(find({ '/usr/sbin/mysqld': mysql }, { flavour: 'mariadb' })).toBeUndefined();
});

test('uses an unpacked MySQL if MySQL is requested, and starts it by its wrapper script', () => {
  const versions = { '/usr/sbin/mysqld': mariadb, '/data/mysql-server/mysqld': mysql };
  expect(find(versions, { flavour: 'mysql' })).toEqual({
    daemon: '/data/mysql-server/mysqld',
    flavour: 'mysql',
    version: '8.0.36',
  });
  expect(find(versions)?.flavour).toBe('mariadb');
});

test('uses only the program of MYSQLD, or fails', () => {
  const versions = { '/usr/sbin/mariadbd': mariadb, '/opt/mysqld': mysql };
  expect(find(versions, { chosen: '/opt/mysqld' })?.daemon).toBe('/opt/mysqld');
  expect(() => find(versions, { chosen: '/opt/missing' })).toThrow('MYSQLD is /opt/missing, which is no MariaDB');
  expect(() => find(versions, { chosen: '/opt/mysqld', flavour: 'mariadb' })).toThrow(
    'MYSQLD is /opt/mysqld, which is MySQL, and the data in this folder or TEST_DATABASE ask for MariaDB.',
  );
});
