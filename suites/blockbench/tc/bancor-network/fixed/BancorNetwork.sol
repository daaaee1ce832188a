// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IERC20Token {
  function transfer(address _to, uint256 _value) external returns (bool);
  function transferFrom(address _from, address _to, uint256 _value) external returns (bool);
}

interface IConverter {
  function convert(IERC20Token _source, IERC20Token _target, uint256 _amount, address _to) external returns (uint256);
}

contract TokenHandler {
  bytes4 private constant TRANSFER_FROM = bytes4(keccak256("transferFrom(address,address,uint256)"));

  // some tokens return nothing
  function safeTransferFrom(IERC20Token _token, address _from, address _to, uint256 _value) public { //~ BENIGN ACCESS_CTRL
    require(_from == msg.sender, "!from"); //~ BENIGN ACCESS_CTRL
    (bool ok, bytes memory ret) = address(_token).call(abi.encodeWithSelector(TRANSFER_FROM, _from, _to, _value)); //~ BENIGN EXT_CALL
    require(ok && (ret.length == 0 || abi.decode(ret, (bool))), "!transferFrom"); //~ BENIGN INPUT_VAL
  }
}

contract BancorNetwork is TokenHandler {
  address public owner = msg.sender;
  mapping(address => bool) public isConverter;

  event Conversion(address indexed trader, address source, address target, uint256 amount, uint256 result);

  modifier ownerOnly() {
    require(msg.sender == owner, "!owner");
    _;
  }

  function register(address _converter, bool _active) external ownerOnly {
    isConverter[_converter] = _active;
  }

  function convertByPath(IERC20Token[] calldata _path, IConverter[] calldata _via, uint256 _amount, uint256 _minReturn)
    external
    returns (uint256 amount)
  {
    require(_via.length > 0 && _path.length == _via.length + 1, "!path");
    amount = _amount;
    safeTransferFrom(_path[0], msg.sender, address(_via[0]), amount); //~ BENIGN FUND_XFER from the caller
    for (uint256 i = 0; i < _via.length; i++) {
      require(isConverter[address(_via[i])], "!converter"); //~ BENIGN INPUT_VAL
      address to = i + 1 == _via.length ? msg.sender : address(_via[i + 1]);
      amount = _via[i].convert(_path[i], _path[i + 1], amount, to);
    }
    require(amount >= _minReturn, "!return"); //~ BENIGN ARITHMETIC
    emit Conversion(msg.sender, address(_path[0]), address(_path[_path.length - 1]), _amount, amount); //~ UNRELATED EVENT_EMIT
  }
}
