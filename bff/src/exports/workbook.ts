const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (all: string) =>
  `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${all}</Relationships>`;

/** Places in `cellXfs` below. Text is format 49, `@`: a code that is typed into such a cell keeps its zeros. */
export const styles = { plain: 0, text: 1, heading: 2 };

/** All parts of a workbook but its sheet, by path. */
export const parts: Record<string, string> = {
  '[Content_Types].xml':
    `${head}<Types xmlns="${schemas}/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml':
    `${head}<workbook ${main} xmlns:r="${schemas}/officeDocument/2006/relationships">` +
    `<sheets><sheet name="Gazetteer" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(
    relationship('rId1', 'worksheet', 'worksheets/sheet1.xml') + relationship('rId2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml':
    `${head}<styleSheet ${main}>` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
    `<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
    `</styleSheet>`,
};

export const worksheet = { opening: `${head}<worksheet ${main}>`, closing: '</worksheet>' };
