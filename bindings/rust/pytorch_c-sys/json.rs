// JSON, as far as descriptions and file headers need it, since the crates stand on the standard library alone.
use std::ops::Index;

#[derive(Debug, PartialEq)]
#[allow(dead_code)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

#[allow(dead_code)]
impl Json {
    /// The value of a text, which panics where it is none: for files that come with the library.
    pub fn parse(text: &str) -> Json {
        Json::read(text).unwrap_or_else(|at| panic!("no JSON at byte {at}"))
    }

    /// The value of a text, or the byte where it is none.
    pub fn read(text: &str) -> Result<Json, usize> {
        let mut parser = Parser { text: text.as_bytes(), at: 0 };
        let value = parser.value(0)?;
        parser.space();
        if parser.at == text.len() {
            Ok(value)
        } else {
            Err(parser.at)
        }
    }

    pub fn get(&self, key: &str) -> Option<&Json> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub fn entries(&self) -> &[(String, Json)] {
        if let Json::Object(entries) = self {
            entries
        } else {
            &[]
        }
    }

    pub fn list(&self) -> &[Json] {
        if let Json::List(list) = self {
            list
        } else {
            &[]
        }
    }

    pub fn text(&self) -> &str {
        if let Json::Text(text) = self {
            text
        } else {
            ""
        }
    }

    pub fn number(&self) -> f64 {
        if let Json::Number(number) = self {
            *number
        } else {
            f64::NAN
        }
    }

    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }
}

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, key: &str) -> &Json {
        self.get(key).unwrap_or(&Json::Null)
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn space(&mut self) {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn next(&mut self, word: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn need(&mut self, word: &str) -> Result<(), usize> {
        if self.next(word) {
            Ok(())
        } else {
            Err(self.at)
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, usize> {
        if depth > 64 {
            return Err(self.at);
        }
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.next(word) {
                return Ok(value);
            }
        }
        match self.text.get(self.at) {
            Some(b'{') => self
                .many("{", "}", |parser| {
                    parser.space();
                    let key = parser.string()?;
                    parser.need(":")?;
                    Ok((key, parser.value(depth + 1)?))
                })
                .map(Json::Object),
            Some(b'[') => self.many("[", "]", |parser| parser.value(depth + 1)).map(Json::List),
            Some(b'"') => self.string().map(Json::Text),
            _ => self.number(),
        }
    }

    fn many<T>(
        &mut self,
        open: &str,
        close: &str,
        mut one: impl FnMut(&mut Self) -> Result<T, usize>,
    ) -> Result<Vec<T>, usize> {
        let mut out = Vec::new();
        self.need(open)?;
        if self.next(close) {
            return Ok(out);
        }
        loop {
            out.push(one(self)?);
            if !self.next(",") {
                break;
            }
        }
        self.need(close)?;
        Ok(out)
    }

    fn number(&mut self) -> Result<Json, usize> {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|c| c.is_ascii_digit() || b"+-.eE".contains(c)).count();
        let text = std::str::from_utf8(&rest[..length]).map_err(|_| self.at)?;
        let number = text.parse().map_err(|_| self.at)?;
        self.at += length;
        Ok(Json::Number(number))
    }

    fn string(&mut self) -> Result<String, usize> {
        let (start, mut out) = (self.at, Vec::new());
        if self.text.get(self.at) != Some(&b'"') {
            return Err(self.at);
        }
        loop {
            self.at += 1;
            match *self.text.get(self.at).ok_or(start)? {
                b'"' => break,
                b'\\' => {
                    self.at += 1;
                    let c = *self.text.get(self.at).ok_or(start)?;
                    match c {
                        b'n' => out.push(b'\n'),
                        b't' => out.push(b'\t'),
                        b'u' => {
                            let digits = self.text.get(self.at + 1..self.at + 5).ok_or(start)?;
                            let code = std::str::from_utf8(digits).ok().and_then(|x| u32::from_str_radix(x, 16).ok());
                            let c = char::from_u32(code.ok_or(start)?).unwrap_or('\u{fffd}');
                            out.extend(c.to_string().as_bytes());
                            self.at += 4;
                        }
                        other => out.push(other),
                    }
                }
                other => out.push(other),
            }
        }
        self.at += 1;
        String::from_utf8(out).map_err(|_| start)
    }
}
